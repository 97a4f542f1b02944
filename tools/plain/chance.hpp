// Chance of the plain programs: xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number
// generators", ACM TOMS 47(4), 2021), and whole numbers from it (Lemire, as in simkit).
#pragma once
#include <cstdint>
#include <utility>

struct Chance {
    uint64_t s[4];

    explicit Chance(uint64_t seed) {  // splitmix64, as the authors advise
        for (auto& word : s) {
            uint64_t z = (seed += 0x9e3779b97f4a7c15);
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
            z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
            word = z ^ (z >> 31);
        }
    }

    static uint64_t rotated(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

    uint64_t next() {
        const uint64_t result = rotated(s[1] * 5, 7) * 9, t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = rotated(s[3], 45);
        return result;
    }

    // A whole number from 0 to n - 1, each exactly equally likely.
    uint32_t below(uint32_t n) {
        uint64_t product = (next() >> 32) * n;
        if (uint32_t(product) < n) {
            const uint32_t unfair = -n % n;
            while (uint32_t(product) < unfair) product = (next() >> 32) * n;
        }
        return product >> 32;
    }

    bool coin() { return next() >> 63; }

    template <class T>
    void shuffle(T* items, uint32_t count) {
        for (uint32_t i = count - 1; i > 0; i--) std::swap(items[i], items[below(i + 1)]);
    }
};
