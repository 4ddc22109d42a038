// Measures prefill and decode of one model with llama.cpp, as llama-bench and llama-batched-bench do, and prints CSV:
//   speed FILE MODEL FORMAT OUT.csv DEADLINE [deep] [wide] [batch]
//   speed FILE MODEL FORMAT OUT.csv DEADLINE check
//
// 1. plain (always): prompts of 512 and 2048 tokens and 128 generated tokens, on an empty context.
// 2. deep: the same after 4096, 16384 and 32768 tokens; wide: the prompt of 2048 also with n_ubatch 2048.
// 3. batch: 1 to 32 sequences, each with a prompt of its own of 512 tokens, then 64 tokens generated together.
// 4. check, in place of the others: steps of 1 to 32 tokens of one sequence with the logits of all, as the check of a
//    draft takes them, after 512 and 4096 tokens; steps of 1 to 16 sequences; prompts at an n_ubatch of 128, 512, 2048.
//
// Each test runs once to warm up and then REPEATS times. Tokens are random, flash attention is on, the cache is F16.
// No test starts after DEADLINE (seconds since 1970). A test whose logits aren't finite stops the program.

#include "llama.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

static const int REPEATS = 5;
static const int N_BATCH = 2048;

static llama_model * model;
static int           vocab;
static FILE *        out;
static std::string   label;
static long          deadline;

static bool late() { return time(nullptr) >= deadline; }

static void fail(const std::string & what) {
    fprintf(stderr, "speed: %s\n", what.c_str());
    exit(1);
}

static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static llama_context * context(uint32_t n_ctx, uint32_t n_ubatch, uint32_t n_seq) {
    llama_context_params p = llama_context_default_params();
    p.n_ctx           = n_ctx;
    p.n_batch         = N_BATCH;
    p.n_ubatch        = n_ubatch;
    p.n_seq_max       = n_seq;
    p.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_ENABLED;
    p.swa_full        = false;
    p.no_perf         = true;
    p.n_threads       = 8;
    p.n_threads_batch = 8;
    llama_context * ctx = llama_init_from_model(model, p);
    if (!ctx) fail("no context");
    return ctx;
}

// A prompt of n random tokens after what sequence 0 holds.
static void prompt(llama_context * ctx, int n) {
    std::vector<llama_token> tokens(N_BATCH);
    for (int done = 0; done < n;) {
        const int part = std::min(N_BATCH, n - done);
        for (int i = 0; i < part; i++) tokens[i] = rand() % vocab;
        if (llama_decode(ctx, llama_batch_get_one(tokens.data(), part))) fail("prompt");
        done += part;
    }
    llama_synchronize(ctx);
}

static void generate(llama_context * ctx, int n) {
    llama_token token = rand() % vocab;
    for (int i = 0; i < n; i++) {
        if (llama_decode(ctx, llama_batch_get_one(&token, 1))) fail("generate");
        llama_synchronize(ctx);
        token = rand() % vocab;
    }
}

static void check(llama_context * ctx) {
    const float * logits = llama_get_logits_ith(ctx, -1);
    if (!logits) fail("no logits");
    double sum = 0;
    for (int i = 0; i < vocab; i++) sum += std::fabs(logits[i]);
    if (!std::isfinite(sum) || sum == 0) fail("logits aren't finite");
}

static void row(const char * test, uint32_t n_ubatch, int sequences, int n_prompt, int n_gen, int depth, int tokens,
                const std::vector<double> & seconds) {
    double sum = 0, squares = 0;
    std::string samples;
    for (double s : seconds) {
        sum += tokens / s;
        squares += (tokens / s) * (tokens / s);
        char sample[32];
        snprintf(sample, sizeof sample, "%s%.2f", samples.empty() ? "" : " ", tokens / s);
        samples += sample;
    }
    const int    n    = seconds.size();
    const double mean = sum / n;
    const double dev  = n > 1 ? std::sqrt(std::max(0.0, (squares - n * mean * mean) / (n - 1))) : 0;
    fprintf(out, "%s,%s,%d,%u,%d,%d,%d,%d,%d,%.3f,%.3f,%s\n", label.c_str(), test, N_BATCH, n_ubatch, sequences, n_prompt, n_gen, depth,
            n, mean, dev, samples.c_str());
    fflush(out);
}

// The cached state of sequence 0 at the current depth, for models with a sliding window, whose cache drops older
// tokens.
static std::vector<uint8_t> held;

static void keep(llama_context * ctx) {
    held.clear();
    if (llama_model_n_swa(model) == 0) return;
    held.resize(llama_state_seq_get_size(ctx, 0));
    if (llama_state_seq_get_data(ctx, held.data(), held.size(), 0) == 0) fail("state not kept");
}

// Brings sequence 0 back to `depth` tokens.
static void back(llama_context * ctx, int depth) {
    llama_memory_t memory = llama_get_memory(ctx);
    if (depth && !held.empty()) {
        llama_memory_clear(memory, false);
        if (llama_state_seq_set_data(ctx, held.data(), held.size(), 0) == 0) fail("state not brought back");
    } else if (!llama_memory_seq_rm(memory, 0, depth, -1)) {
        fail("cache not cut");
    }
    llama_synchronize(ctx);
    if (llama_memory_seq_pos_max(memory, 0) != depth - 1) fail("cache has another length");
}

static void timed(llama_context * ctx, const char * test, uint32_t n_ubatch, int n_prompt, int n_gen, int depth) {
    std::vector<double> seconds;
    // a long prompt after a long context is steady and costly: three times do
    const int repeats = std::max(depth, n_prompt) > 4096 ? 3 : REPEATS;
    for (int i = -1; i < repeats; i++) {
        if (late()) return;
        back(ctx, depth);
        const double start = now();
        if (n_prompt) prompt(ctx, n_prompt);
        if (n_gen) generate(ctx, i < 0 ? 16 : n_gen);
        if (i >= 0) seconds.push_back(now() - start);
        check(ctx);
    }
    row(test, n_ubatch, 1, n_prompt, n_gen, depth, n_prompt + n_gen, seconds);
}

static void single(bool deep, bool wide) {
    llama_context * ctx = context(deep ? 32768 + 2048 + 256 : 2048 + 256, 512, 1);
    int filled = 0;
    for (int depth : {0, 4096, 16384, 32768}) {
        if (late() || (depth && !deep)) break;
        back(ctx, filled);
        prompt(ctx, depth - filled);
        filled = depth;
        if (depth) keep(ctx);
        timed(ctx, "tg", 512, 0, 128, depth);
        timed(ctx, "pp", 512, 512, 0, depth);
        timed(ctx, "pp", 512, 2048, 0, depth);
    }
    held.clear();
    llama_free(ctx);
    if (wide && !late()) {
        ctx = context(2048 + 256, 2048, 1);
        timed(ctx, "pp", 2048, 2048, 0, 0);
        llama_free(ctx);
    }
}

static void add(llama_batch & b, llama_pos at, int sequence, bool logits) {
    b.token[b.n_tokens]     = rand() % vocab;
    b.pos[b.n_tokens]       = at;
    b.n_seq_id[b.n_tokens]  = 1;
    b.seq_id[b.n_tokens][0] = sequence;
    b.logits[b.n_tokens]    = logits;
    b.n_tokens++;
}

static void batch(int n_prompt, int n_gen, const std::vector<int> & counts) {
    const int widest = counts.back();
    llama_context * ctx = context(widest * (n_prompt + n_gen + 192), 512, widest);
    llama_memory_t  memory = llama_get_memory(ctx);
    llama_batch     b = llama_batch_init(N_BATCH, 0, 1);
    auto flush = [&]() {
        if (b.n_tokens && llama_decode(ctx, b)) fail("batch");
        b.n_tokens = 0;
    };
    for (int sequences : counts) {
        std::vector<double> prefill, decode;
        for (int i = -1; i < 3; i++) {
            if (late()) return;
            llama_memory_clear(memory, false);
            llama_synchronize(ctx);
            double start = now();
            for (int s = 0; s < sequences; s++) {
                for (int t = 0; t < n_prompt; t++) {
                    add(b, t, s, t == n_prompt - 1);
                    if (b.n_tokens == N_BATCH) flush();
                }
            }
            flush();
            llama_synchronize(ctx);
            if (i >= 0) prefill.push_back(now() - start);
            start = now();
            for (int t = 0; t < (i < 0 ? 16 : n_gen); t++) {
                for (int s = 0; s < sequences; s++) add(b, n_prompt + t, s, true);
                flush();
                llama_synchronize(ctx);
            }
            if (i >= 0) decode.push_back(now() - start);
            check(ctx);
        }
        row("batch-pp", 512, sequences, n_prompt, 0, 0, sequences * n_prompt, prefill);
        row("batch-tg", 512, sequences, n_prompt, n_gen, n_prompt, sequences * n_gen, decode);
    }
    llama_batch_free(b);
    llama_free(ctx);
}

// Steps of several tokens of one sequence at a fixed depth, which are cut off the cache after each. A cache with a
// sliding window may have lost as many of its oldest tokens by then; a step costs the same, so its state isn't copied
// back.
static void check_drafts() {
    const int rounds = 24;
    llama_context * ctx = context(4096 + 256, 512, 1);
    llama_batch     b = llama_batch_init(N_BATCH, 0, 1);
    int filled = 0;
    for (int depth : {512, 4096}) {
        if (late()) break;
        back(ctx, filled);
        prompt(ctx, depth - filled);
        filled = depth;
        for (int tokens : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 24, 32}) {
            std::vector<double> seconds;
            for (int i = -1; i < 3; i++) {
                if (late()) return;
                double spent = 0;
                for (int round = 0; round < rounds; round++) {
                    back(ctx, depth);
                    b.n_tokens = 0;
                    for (int t = 0; t < tokens; t++) add(b, depth + t, 0, true);
                    const double start = now();
                    if (llama_decode(ctx, b)) fail("check");
                    llama_synchronize(ctx);
                    spent += now() - start;
                }
                if (i >= 0) seconds.push_back(spent / rounds);
                check(ctx);
            }
            row("check", 512, 1, tokens, 0, depth, tokens, seconds);
        }
    }
    llama_batch_free(b);
    llama_free(ctx);
}

static void prompts() {
    for (int n_ubatch : {128, 512, 2048}) {
        if (late()) return;
        llama_context * ctx = context(8192 + 256, n_ubatch, 1);
        for (int n : {512, 2048, 8192}) timed(ctx, "pp", n_ubatch, n, 0, 0);
        llama_free(ctx);
    }
}

int main(int argc, char ** argv) {
    if (argc < 6) fail("FILE MODEL FORMAT OUT.csv DEADLINE [deep] [wide] [batch] or check");
    bool deep = false, wide = false, batched = false, checks = false;
    for (int i = 6; i < argc; i++) {
        deep |= !strcmp(argv[i], "deep");
        wide |= !strcmp(argv[i], "wide");
        batched |= !strcmp(argv[i], "batch");
        checks |= !strcmp(argv[i], "check");
    }
    deadline = atol(argv[5]);
    if (!getenv("LOUD")) {
        llama_log_set([](ggml_log_level level, const char * text, void *) {
            if (level >= GGML_LOG_LEVEL_WARN && level != GGML_LOG_LEVEL_CONT) fputs(text, stderr);
        }, nullptr);
    }
    llama_backend_init();
    llama_model_params p = llama_model_default_params();
    p.n_gpu_layers = -1;
    p.load_mode    = LLAMA_LOAD_MODE_MMAP;
    double start = now();
    model = llama_model_load_from_file(argv[1], p);
    if (!model) fail("no model");
    vocab = llama_vocab_n_tokens(llama_model_get_vocab(model));
    fprintf(stderr, "speed: %s %s loaded in %.1f s, %d words\n", argv[2], argv[3], now() - start, vocab);
    if (vocab < 2) fail("no vocabulary size");
    label = std::string(argv[2]) + "," + argv[3] + "," + std::to_string(llama_model_size(model)) + "," +
            std::to_string(llama_model_n_params(model));
    out = fopen(argv[4], "a");
    if (!out) fail("no file for the results");
    fseek(out, 0, SEEK_END);
    if (ftell(out) == 0) {
        fprintf(out, "model,format,bytes,parameters,test,n_batch,n_ubatch,sequences,n_prompt,n_gen,depth,repeats,tokens_per_s,stdev,samples\n");
    }
    if (checks) {
        check_drafts();
        batch(512, 32, {1, 2, 3, 4, 6, 8, 12, 16});
        prompts();
    } else {
        single(deep, wide);
        if (batched) batch(512, 64, {1, 2, 4, 8, 16, 32});
    }
    fclose(out);
    llama_model_free(model);
    llama_backend_free();
}
