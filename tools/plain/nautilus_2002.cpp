// Nautilus (2002) for four players, by the printed rules, all played by `random` or all by `reference`.
//
//     nautilus_2002 POLICY GAMES [SEED]
//
// The same game and the same policies as in simkit, written for nothing else: the printed board alone, no list
// of options where none is needed, no table.  Prints the processor time, and the means by which simkit's games
// are compared with these.
//
// A set of squares is a word for each row and a bit for each square, in two vectors of sixteen rows; around the
// board lie two squares that are no water, so that nobody asks where it ends.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "chance.hpp"

constexpr int PLAYERS = 4, WIDTH = 28, HEIGHT = 20, MARGIN = 2, ROW = 32, SQUARES = ROW * ROW;
constexpr int STATIONS = 41, SLOTS = 60, PIECES = 15, ROUND_CAP = 60, SUBMARINES = 3, SIDES = 4;
constexpr int MONEY = 45, RESEARCHERS = 15, CAP = 4, MOST_STORED = 4, LAST_THREE = 7 << 13;
enum Tile { BASE, GREEN, BLUE, RESEARCH, TYPES = 5, STACKS = 7 };
enum Type { TRAINING, ENGINEERING, SONAR, TESTING, ANALYSIS };
enum Kind { SNAIL, SHELL, CRAB, ANEMONE, GOLD, CHEST, SPEED, ATLANTIS };  // a piece is SPEED + its number
enum Zone { LAGOON, INCLINE, DEEP, CANYON };
constexpr int STRAIGHT[] = {-ROW, 1, ROW, -1}, DIAGONAL[] = {1 - ROW, ROW + 1, ROW - 1, -ROW - 1};
constexpr int WALK_STEPS[] = {3, 4, 5}, SWIM_STEPS[] = {4, 5, 6}, CHEST_VALUE[] = {2, 3, 4};
constexpr int SPEED_STEPS = 3, BONUS_STEPS = 2, MOST_WALK = 5, FAR = 1000;
constexpr int RECOVERY[] = {0, 1, 1, 2}, ALL_TILES[] = {26, 20, 14};
constexpr int COUNTS[][8] = {{5, 5, 2, 1, 0, 4, 3, 6}, {1, 1, 3, 2, 1, 3, 2, 7}, {0, 0, 1, 3, 5, 2, 1, 2}};
constexpr int GOAL_KINDS[][2] = {{SHELL, CRAB}, {SNAIL, ANEMONE}, {SHELL, ANEMONE}, {SNAIL, CRAB}};
constexpr int POINTS[] = {0, 0, 1, 1, 2}, AWARDS[] = {5, 4, 2, 1};
constexpr const char* BOARD[] = {
    "xddddxcc*cxddxddxddddddddddd", "dddddccccddddddddddddxdddddd", "ddddc*c*dddddddddddddddddddd",
    "ddcc*cddddiiiioiiodddddddddd", "xc*ccdddiiioiiiiiiiidddddddd", "ccccddiioiiiiiiiiioiiidddddd",
    "*c*ddoiiiii......iiiioidddxd", "ccdddiioi..........iiiiddddd", "ddddoiii............iioidddd",
    "xdddiioi.....B......iiiidddd", "ddddiiii............ioiodddx", "ddddoiii............iiiidddd",
    "dddddiioi..........ioiiddd*c", "dxdddiiiiii......iiiiiidxcc*", "ddddddoiiioiiiiiioiiioddc*cc",
    "ddddddddoiiiioioiiiodddccccx", "ddddddddddioiiiiiodddd*c*cdd", "dddddxddddddddddddddc*ccdddd",
    "dddddddddddddddddddc*ccddddd", "ddddddddxddxddxddxccccxddddx"};

typedef uint32_t Rows __attribute__((vector_size(64)));
typedef uint32_t AnyRows __attribute__((vector_size(64), aligned(4)));  // sixteen rows from any on

inline int count(const Rows& rows) {
    int sum = 0;
    for (int i = 0; i < 16; i++) sum += std::popcount(rows[i]);
    return sum;
}

inline uint32_t not_empty(const Rows& rows) {  // which rows are not: a bit each
#ifdef __AVX512F__
    return _mm512_test_epi32_mask(__m512i(rows), __m512i(rows));
#else
    uint32_t found = 0;
    for (int i = 0; i < 16; i++) found |= uint32_t(rows[i] != 0) << i;
    return found;
#endif
}

union alignas(64) Set {
    uint32_t rows[ROW];
    struct {
        Rows low, high;
    };

    bool has(int square) const { return rows[square / ROW] >> square % ROW & 1; }
    void add(int square) { rows[square / ROW] |= 1u << square % ROW; }
    void remove(int square) { rows[square / ROW] &= ~(1u << square % ROW); }
    const AnyRows& from(int row) const { return *reinterpret_cast<const AnyRows*>(rows + row); }
    bool empty() const { return !not_empty(low | high); }
    int size() const { return count(low) + count(high); }

    int first() const {  // the lowest square
        const int row = std::countr_zero(not_empty(low) | not_empty(high) << 16);
        return row * ROW + std::countr_zero(rows[row]);
    }
};

inline Set both(const Set& a, const Set& b) { return {.low = a.low & b.low, .high = a.high & b.high}; }
inline Set either(const Set& a, const Set& b) { return {.low = a.low | b.low, .high = a.high | b.high}; }
inline Set without(const Set& a, const Set& b) { return {.low = a.low & ~b.low, .high = a.high & ~b.high}; }

#define SHIFTED(a, b, k)                                                                                     \
    __builtin_shufflevector(a, b, k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 7, k + 8, k + 9, k + 10, \
                            k + 11, k + 12, k + 13, k + 14, k + 15)

inline Rows beside(const Rows& a) {  // the squares beside some, in sixteen rows of which the outer two are empty
    return a << 1 | a >> 1 | SHIFTED(a, a, 1) | SHIFTED(a, a, 15);
}

inline Set above_and_below(const Set& a) {
    return {.low = SHIFTED(a.low, a.high, 1) | SHIFTED(a.high, a.low, 15),
            .high = SHIFTED(a.high, a.low, 1) | SHIFTED(a.low, a.high, 15)};
}

inline Set beside(const Set& a) {
    const Set upright = above_and_below(a);
    return {.low = a.low << 1 | a.low >> 1 | upright.low, .high = a.high << 1 | a.high >> 1 | upright.high};
}

inline Set around(const Set& a) {  // the squares under a station with its centre on one of them
    const Set column = either(a, above_and_below(a));
    return {.low = column.low | column.low << 1 | column.low >> 1,
            .high = column.high | column.high << 1 | column.high >> 1};
}

inline int nth_bit(uint64_t mask, int n) {
#ifdef __BMI2__
    return std::countr_zero(_pdep_u64(uint64_t(1) << n, mask));
#else
    while (n--) mask &= mask - 1;
    return std::countr_zero(mask);
#endif
}

Set water[2], centres[4];  // without and with the canyon; by what a station's centre there may cost, less one
uint8_t zone[SQUARES], cost[SQUARES];
int8_t slot_at[SQUARES];
int slot_square[SLOTS], zone_slots[3][26], base_square;
uint64_t in_zone[4], in_range[3][SQUARES];  // slots, as bits

void work_out_the_board() {
    int slots = 0, found[4] = {};
    std::memset(slot_at, -1, sizeof slot_at);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const char letter = BOARD[y][x];
            const int square = (y + MARGIN) * ROW + x + MARGIN;
            const int here = std::strchr("io", letter) ? INCLINE : std::strchr("dx", letter) ? DEEP
                             : std::strchr("c*", letter) ? CANYON : LAGOON;
            zone[square] = here;
            water[1].add(square);
            if (here != CANYON) water[0].add(square);
            if (letter == 'B') base_square = square;
            if (std::strchr("ox*", letter)) {
                zone_slots[here - 1][found[here]++] = slots;
                in_zone[here] |= uint64_t(1) << slots;
                slot_square[slots] = square;
                slot_at[square] = slots++;
            }
        }
    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 1; x < WIDTH - 1; x++) {
            const int square = (y + MARGIN) * ROW + x + MARGIN;
            for (int dy = -ROW; dy <= ROW; dy += ROW)
                for (int dx = -1; dx <= 1; dx++) cost[square] = std::max<int>(cost[square], zone[square + dy + dx] + 1);
            for (int price = cost[square]; price <= 4; price++) centres[price - 1].add(square);
        }
    for (int square = 0; square < SQUARES; square++)
        for (int slot = 0; slot < SLOTS; slot++) {
            const int other = slot_square[slot];
            const int away = std::abs(other % ROW - square % ROW) + std::abs(other / ROW - square / ROW);
            for (int more = 0; more < 3; more++)
                if (away <= 4 + more && (zone[square] == CANYON || zone[other] != CANYON))
                    in_range[more][square] |= uint64_t(1) << slot;
        }
}

enum Shape { GREEN_SHAPE, BLUE_SHAPE, RESEARCH_SHAPE, TURNED_RESEARCH_SHAPE, BASE_SHAPE, SHAPES = 4 };
constexpr int OPEN_SIDES[] = {15, 0, 5, 10, 15}, OPEN_CORNERS[] = {0, 15, 5, 10, 15};

struct Station {
    int square, tile, sides, corners, owner;
    uint64_t joined;
};

struct Seat {
    int money, reserve, afloat, submarines[SUBMARINES], stored_count, goal, bought_residential, rises;
    int stored[MOST_STORED];  // tile * 8 + researchers that wait on it, in order
    int ops[TYPES], got[5];
    uint64_t present, several, owned, seen;  // the first three are stations, the last slots
    uint8_t researchers[STATIONS];

    int effect(int type) const { return std::min(2, ops[type]); }
    int working() const { return ops[0] + ops[1] + ops[2] + ops[3] + ops[4]; }
    bool all_types() const { return ops[0] && ops[1] && ops[2] && ops[3] && ops[4]; }

    void store(int code) {
        int place = stored_count++;
        for (; place > 0 && stored[place - 1] > code; place--) stored[place] = stored[place - 1];
        stored[place] = code;
    }

    void unstore(int code) {
        int place = 0;
        while (stored[place] != code) place++;
        stored_count--;
        for (; place < stored_count; place++) stored[place] = stored[place + 1];
    }

    void put(int station, int more) {
        const uint64_t bit = uint64_t(1) << station;
        const int here = researchers[station] += more;
        present = here > 0 ? present | bit : present & ~bit;
        several = here > 1 ? several | bit : several & ~bit;
    }
};

struct Joins {  // where a station of a shape would be joined
    Set at[SHAPES];

    void offer(const Station& station) {
        for (int side = 0; side < SIDES; side++) {
            if (station.sides >> side & 1) {
                const int square = station.square + 3 * STRAIGHT[side];
                at[GREEN_SHAPE].add(square);
                at[RESEARCH_SHAPE + side % 2].add(square);
            }
            if (station.corners >> side & 1) {
                const int square = station.square + 2 * DIAGONAL[side];
                at[BLUE_SHAPE].add(square);
                at[RESEARCH_SHAPE + side % 2].add(square);
            }
        }
    }
};

struct Placement {
    int code, square, shape;  // no code: stop
};

struct Walk {
    int origin, destination, steps;  // no origin: stop
};

struct Dive {
    int submarine, square;  // no submarine: stop
};

struct Game {
    Set covered, blocked, afloat, discoveries, taken;  // taken: no free sea
    Joins city, expansion;
    Seat seats[PLAYERS];
    Station stations[STATIONS];
    int station_count, join_count;
    uint8_t joined[8 * STATIONS][2];
    uint64_t homes, of_type[TYPES], reach[MOST_WALK + 1][STATIONS];  // by joins, the stations so near
    int reach_known;                                 // for how many joins it is worked out
    int8_t station_at[SQUARES];                      // 1 + the station with its centre there
    uint8_t tiles[SLOTS];
    uint64_t slots, face_up;
    int stock[STACKS], chips[TYPES], pieces[PLAYERS], highest[PLAYERS], pieces_out;
    int start_player, first_player, rounds, placed, paid, stayed;
    bool canyon_open, busy, is_last;

    void set_up(Chance& chance) {
        std::memset(static_cast<void*>(this), 0, sizeof *this);
        for (int z = 0; z < 3; z++) {
            uint8_t deck[26];
            int tiles_in = 0, pieces_before = z == 0 ? 0 : z == 1 ? 6 : 13;
            for (int kind = SNAIL; kind < ATLANTIS; kind++)
                for (int i = 0; i < COUNTS[z][kind]; i++) deck[tiles_in++] = kind;
            for (int i = 1; i <= COUNTS[z][ATLANTIS]; i++) deck[tiles_in++] = SPEED + pieces_before + i;
            chance.shuffle(deck, ALL_TILES[z]);
            for (int i = 0; i < tiles_in; i++) tiles[zone_slots[z][i]] = deck[i];
        }
        for (int square : slot_square) discoveries.add(square);
        taken = {.low = ~water[1].low | discoveries.low, .high = ~water[1].high | discoveries.high};
        slots = (uint64_t(1) << SLOTS) - 1;
        for (int stack = 0; stack < STACKS; stack++) stock[stack] = stack < 2 ? 10 : 4;
        std::fill(chips, chips + TYPES, -1);
        int goals[] = {0, 1, 2, 3};
        chance.shuffle(goals, 4);
        for (int i = 0; i < PLAYERS; i++) {
            seats[i].money = MONEY, seats[i].reserve = RESEARCHERS, seats[i].goal = goals[i];
            std::fill(seats[i].submarines, seats[i].submarines + SUBMARINES, -1);
        }
        put_station(base_square, BASE, BASE_SHAPE, -1);
        homes = 1;
        start_player = first_player = chance.below(PLAYERS);
    }

    // Stations.

    void put_station(int square, int tile, int shape, int owner) {
        const int number = station_count++, x = square % ROW;
        Station& station = stations[number];
        station = {square, tile, OPEN_SIDES[shape], OPEN_CORNERS[shape], owner, 0};
        station_at[square] = number + 1;
        for (int dy = -2; dy <= 2; dy++) {
            const int row = square / ROW + dy;
            blocked.rows[row] |= std::abs(dy) < 2 ? 31u << (x - 2) : 7u << (x - 1);
            if (std::abs(dy) < 2) covered.rows[row] |= 7u << (x - 1), taken.rows[row] |= 7u << (x - 1);
        }
        for (int side = 0; side < SIDES; side++) {
            const int back = (side + 2) % SIDES;
            if (station.sides >> side & 1)
                if (int other = station_at[square + 3 * STRAIGHT[side]]; other && stations[other - 1].sides >> back & 1)
                    link(number, other - 1);
            if (station.corners >> side & 1)
                if (int other = station_at[square + 2 * DIAGONAL[side]]; other && stations[other - 1].corners >> back & 1)
                    link(number, other - 1);
        }
        city.offer(station);
    }

    void link(int one, int other) {
        stations[one].joined |= uint64_t(1) << other;
        stations[other].joined |= uint64_t(1) << one;
        joined[join_count][0] = one, joined[join_count++][1] = other;
        reach_known = 0;
    }

    void work_out_reach(int steps) {
        if (reach_known == 0) {
            for (int i = 0; i < station_count; i++) {
                reach[0][i] = uint64_t(1) << i;
                reach[1][i] = reach[0][i] | stations[i].joined;
            }
            reach_known = 1;
        }
        for (; reach_known < steps; reach_known++) {
            const uint64_t* near = reach[reach_known];
            uint64_t* far = reach[reach_known + 1];
            std::copy(near, near + station_count, far);
            for (int i = 0; i < join_count; i++) {
                const auto [one, other] = joined[i];
                far[one] |= near[other], far[other] |= near[one];
            }
        }
    }

    void distances(uint64_t from, int* joins) const {  // from each station to the nearest of some
        std::fill(joins, joins + STATIONS, 99);
        uint64_t found = from;
        for (int steps = 0; from; steps++) {
            uint64_t next = 0;
            for (; from; from &= from - 1) {
                const int station = std::countr_zero(from);
                joins[station] = steps;
                next |= stations[station].joined;
            }
            from = next & ~found;
            found |= from;
        }
    }

    int outlet(const Station& station, int side) const {  // a free sea square, or 0
        const int square = station.square + 2 * STRAIGHT[side];
        return station.sides >> side & 1 && !taken.has(square) ? square : 0;
    }

    bool has_outlet(int number) const {
        const Station& s = stations[number];
        return outlet(s, 0) || outlet(s, 1) || outlet(s, 2) || outlet(s, 3);
    }

    uint64_t too_dear(const Seat& own) const {
        return own.money > 0 ? 0 : ~(homes | own.owned | own.present);
    }

    uint64_t may_be_left(const Seat& own) const { return (own.present & homes) | own.several; }

    Set places(const Seat& own) const {  // centres without overlap or submarines that can be paid
        const int budget = std::min(4, own.money + paid);
        if (budget == 0) return {};
        const Set near = around(afloat);
        const Set& all = centres[budget - 1];
        return {.low = all.low & ~blocked.low & ~near.low, .high = all.high & ~blocked.high & ~near.high};
    }

    const Joins& joins() const { return placed == 0 ? city : expansion; }

    bool can_place(const Seat& own) const {
        Set joined{};
        for (int i = 0; i < own.stored_count; i++) {
            const int tile = own.stored[i] / 8;
            joined = either(joined, city.at[std::min<int>(tile, RESEARCH) - 1]);
            if (tile >= RESEARCH) joined = either(joined, city.at[TURNED_RESEARCH_SHAPE]);
        }
        return !both(joined, places(own)).empty();
    }

    void hand_back(Seat& own) {
        for (int i = 0; i < own.stored_count; i++) {
            stock[own.stored[i] / 8 - 1]++;
            own.reserve += own.stored[i] % 8;
        }
        own.stored_count = 0;
    }

    void place(int seat, const Placement& chosen) {
        Seat& own = seats[seat];
        const int tile = chosen.code / 8, number = station_count, price = cost[chosen.square];
        own.unstore(chosen.code);
        own.money -= std::max(0, price - paid);
        paid = std::max(paid, price);
        placed++, busy = true;
        for (int dy = -ROW; dy <= ROW; dy += ROW)
            for (int dx = -1; dx <= 1; dx++)
                if (const int square = chosen.square + dy + dx; discoveries.has(square)) {
                    const int slot = slot_at[square];
                    take_away(slot);
                    if (tiles[slot] > SPEED) put_on_ruins(tiles[slot] - SPEED, -1);
                }
        put_station(chosen.square, tile, chosen.shape, tile >= RESEARCH ? seat : -1);
        expansion.offer(stations[number]);
        const uint64_t bit = uint64_t(1) << number;
        if (tile >= RESEARCH) own.owned |= bit, of_type[tile - RESEARCH] |= bit;
        else homes |= bit, own.put(number, chosen.code % 8);
    }

    // Researchers.

    bool takes_chip(int seat, int type, int stations_working) const {
        const int holder = chips[type];
        if (stations_working < 2 || holder == seat) return false;
        return holder < 0 || seats[holder].ops[type] < stations_working;
    }

    void arrive(int seat, int number) {
        Seat& own = seats[seat];
        const bool starts = !((homes | own.present) >> number & 1);
        own.put(number, 1);
        if (!starts) return;
        const Station& station = stations[number];
        const int type = station.tile - RESEARCH;
        if (station.owner != seat) own.money--, seats[station.owner].money++;
        own.ops[type]++;
        if (takes_chip(seat, type, own.ops[type])) chips[type] = seat;
    }

    void walk(int seat, const Walk& chosen) {
        seats[seat].put(chosen.origin, -1);
        arrive(seat, chosen.destination);
    }

    // Submarines and discoveries.

    const Set& water_for(const Seat& own) const { return water[canyon_open || own.all_types()]; }

    uint64_t unseen(const Seat& own) const { return slots & ~face_up & ~own.seen; }

    uint64_t new_to_scan(const Seat& own, int submarine) const {
        return in_range[own.effect(SONAR)][own.submarines[submarine]] & unseen(own);
    }

    uint64_t stations_open_to(const Seat& own, int square) const {
        uint64_t found = 0;
        for (int side = 0; side < SIDES; side++)
            if (int other = station_at[square + 2 * STRAIGHT[side]]; other && stations[other - 1].sides >> (side + 2) % SIDES & 1)
                found |= uint64_t(1) << (other - 1);
        if (!found) return 0;
        uint64_t staffed = 0;
        for (const Seat& seat : seats) staffed |= seat.present;
        found &= staffed & ~homes;
        return own.reserve > 0 ? found & ~too_dear(own) : found;
    }

    bool may_stay(const Seat& own, int square) const {
        if (discoveries.has(square)) return own.money >= RECOVERY[zone[square]];
        return stations_open_to(own, square);
    }

    static int first_row(int square) { return std::clamp(square / ROW - 7, 0, 8); }  // of sixteen around a square

    void launch(int seat, int number, int square) {
        Seat& own = seats[seat];
        own.put(number, -1);
        own.reserve++;
        const int submarine = std::countr_one(unsigned(own.afloat));
        own.afloat |= 1 << submarine;
        own.submarines[submarine] = square;
        afloat.add(square), taken.add(square);
        if (zone[square] == CANYON) canyon_open = true;
    }

    bool needs_canyon(int origin, int square, int steps) const {
        if (zone[square] == CANYON) return true;
        const int row = first_row(origin);
        const Rows open = water[0].from(row), passed = ~discoveries.from(row);
        Rows start{}, reach{};
        start[origin / ROW - row] = 1u << origin % ROW;
        while (steps--) reach |= beside((reach & passed) | start) & open;
        return !(reach[square / ROW - row] >> square % ROW & 1);
    }

    void dive(Seat& own, const Dive& chosen, int steps) {
        const int origin = own.submarines[chosen.submarine], square = chosen.square;
        if (origin == square) return;
        if (!canyon_open && own.all_types() && needs_canyon(origin, square, steps)) canyon_open = true;
        afloat.remove(origin);
        if (!discoveries.has(origin)) taken.remove(origin);
        afloat.add(square), taken.add(square);
        own.submarines[chosen.submarine] = square;
    }

    void take_away(int slot) {
        slots &= ~(uint64_t(1) << slot);
        face_up &= ~(uint64_t(1) << slot);
        discoveries.remove(slot_square[slot]);  // a station or a submarine lies there: the square stays taken
    }

    void put_on_ruins(int number, int seat) {
        pieces_out |= 1 << number;
        if (seat >= 0) pieces[seat]++, highest[seat] = std::max(highest[seat], number);
    }

    void come_in(int seat, int submarine, int number) {
        Seat& own = seats[seat];
        const int square = own.submarines[submarine];
        afloat.remove(square), taken.remove(square);
        own.submarines[submarine] = -1;
        own.afloat &= ~(1 << submarine);
        if (own.reserve > 0) own.reserve--, arrive(seat, number);
    }

    // Scoring.

    int factor(int seat) const {
        int sum = 0;
        for (int type = 0; type < TYPES; type++) sum += chips[type] == seat ? 3 : seats[seat].ops[type] >= 2;
        return sum;
    }

    int award(int seat) const {
        int place = 0;
        for (int other = 0; other < PLAYERS; other++)
            place += pieces[other] > pieces[seat] || (pieces[other] == pieces[seat] && highest[other] > highest[seat]);
        return pieces[seat] ? AWARDS[place] : 0;
    }

    int points(int seat) const {
        int sum = seats[seat].rises + award(seat);
        for (int kind = 0; kind < 5; kind++) sum += seats[seat].got[kind] * POINTS[kind];
        return sum;
    }
};

struct Ends {  // where a submarine may go
    int row;
    Rows squares;

    Ends(const Game& g, const Seat& own, int submarine, int steps) {
        const int origin = own.submarines[submarine];
        row = Game::first_row(origin);
        const Rows open = g.water_for(own).from(row), passed = ~g.discoveries.from(row);
        Rows start{}, reach{};
        start[origin / ROW - row] = 1u << origin % ROW;
        while (steps--) reach |= beside((reach & passed) | start) & open;
        squares = reach & ~(g.covered.from(row) | g.afloat.from(row));
        if (g.may_stay(own, origin)) squares |= start;
    }
};

struct Random {
    static int buy(const Game& g, int seat, Chance& chance) {  // the code of a station, or 0
        const Seat& own = g.seats[seat];
        const int most = std::min({CAP, own.reserve, own.money});
        const int green = g.stock[GREEN - 1] ? most : 0, blue = g.stock[BLUE - 1] ? most : 0;
        int types = 0;
        if (own.money > 0)
            for (int type = 0; type < TYPES; type++) types |= (g.stock[RESEARCH + type - 1] > 0) << type;
        const int count = 1 + green + blue + std::popcount(unsigned(types));
        int drawn = count > 1 ? int(chance.below(count)) - 1 : -1;
        if (drawn < 0) return 0;
        if (drawn < green) return GREEN * 8 + drawn + 1;
        if ((drawn -= green) < blue) return BLUE * 8 + drawn + 1;
        return (RESEARCH + nth_bit(types, drawn - blue)) * 8;
    }

    static bool builds(const Game&, int, bool, Chance& chance) { return chance.coin(); }

    static Placement place(const Game& g, int seat, Chance& chance) {
        const Seat& own = g.seats[seat];
        const Set places = g.places(own);
        int counts[SHAPES], count = g.placed > 0, codes = 0;
        for (int shape = 0; shape < SHAPES; shape++) counts[shape] = -1;
        const auto counted = [&](int shape) {
            if (counts[shape] < 0) counts[shape] = both(places, g.joins().at[shape]).size();
            return counts[shape];
        };
        int code[MOST_STORED], ways[MOST_STORED];
        for (int i = 0; i < own.stored_count; i++) {
            if (i > 0 && own.stored[i] == own.stored[i - 1]) continue;
            const int tile = own.stored[i] / 8;
            code[codes] = own.stored[i];
            ways[codes] = tile < RESEARCH ? counted(tile - 1) : counted(RESEARCH_SHAPE) + counted(TURNED_RESEARCH_SHAPE);
            count += ways[codes++];
        }
        int drawn = count > 1 ? chance.below(count) : 0;
        if (count == 0 || (g.placed > 0 && drawn-- == 0)) return {0, 0, 0};
        int i = 0;
        while (drawn >= ways[i]) drawn -= ways[i++];
        int shape = std::min<int>(code[i] / 8, RESEARCH) - 1;
        if (shape == RESEARCH_SHAPE && drawn >= counts[shape]) drawn -= counts[shape++];
        const Set found = both(places, g.joins().at[shape]);
        int row = 0;
        for (int here; drawn >= (here = std::popcount(found.rows[row])); row++) drawn -= here;
        return {code[i], row * ROW + nth_bit(found.rows[row], drawn), shape};
    }

    static Walk walk(const Game& g, int seat, int steps, bool, Chance& chance) {
        const Seat& own = g.seats[seat];
        const uint64_t* reach = g.reach[steps];
        const uint64_t allowed = ~g.too_dear(own), origins = g.may_be_left(own);
        int count = 1 - std::popcount(origins);
        for (uint64_t left = origins & allowed; left; left &= left - 1)
            count += std::popcount(reach[std::countr_zero(left)] & allowed);
        int drawn = count > 1 ? int(chance.below(count)) - 1 : -1;
        if (drawn < 0) return {-1, 0, 0};
        for (uint64_t left = origins;; left &= left - 1) {
            const int origin = std::countr_zero(left);
            const uint64_t goals = reach[origin] & allowed & ~(uint64_t(1) << origin);
            if (drawn >= std::popcount(goals)) {
                drawn -= std::popcount(goals);
                continue;
            }
            const int destination = nth_bit(goals, drawn);
            int used = 1;
            while (!(g.reach[used][origin] >> destination & 1)) used++;
            return {origin, destination, used};
        }
    }

    static int launch(const Game&, int, const int*, const int*, int count, Chance& chance) {
        return int(chance.below(count + 1)) - 1;
    }

    static int scan(const Game&, int, int submarines, Chance& chance) {
        const int drawn = chance.below(std::popcount(unsigned(submarines)) + 1);
        return drawn == 0 ? -1 : nth_bit(submarines, drawn - 1);
    }

    static Dive dive(const Game& g, int seat, int submarines, int steps, Chance& chance) {
        const Seat& own = g.seats[seat];
        int rows[SUBMARINES], which[SUBMARINES], counts[SUBMARINES], many = 0, total = 1;
        Rows ends[SUBMARINES] = {};
        for (; submarines; submarines &= submarines - 1, many++) {
            which[many] = std::countr_zero(unsigned(submarines));
            const Ends found(g, own, which[many], steps);
            rows[many] = found.row, ends[many] = found.squares;
            total += counts[many] = count(found.squares);
        }
        int drawn = total > 1 ? int(chance.below(total)) - 1 : -1;
        if (drawn < 0) return {-1, 0};
        int i = 0, row = 0;
        while (drawn >= counts[i]) drawn -= counts[i++];
        for (int here; drawn >= (here = std::popcount(ends[i][row])); row++) drawn -= here;
        return {which[i], (rows[i] + row) * ROW + nth_bit(ends[i][row], drawn)};
    }

    static int come_in(const Game&, int, uint64_t stations, bool stays, Chance& chance) {  // -1: stay out
        const int count = std::popcount(stations) + !stays;
        const int drawn = (count > 1 ? int(chance.below(count)) : 0) - !stays;
        return drawn < 0 ? -1 : nth_bit(stations, drawn);
    }

    static int look(const Game&, int, uint64_t slots, Chance& chance) {  // -1: no look
        const int drawn = int(chance.below(std::popcount(slots) + 1)) - 1;
        return drawn < 0 ? -1 : nth_bit(slots, drawn);
    }

    static int rises(const Game&, int, int most, Chance& chance) { return most ? chance.below(most + 1) : 0; }
};

struct Reference {
    static int spare(const Game& g, const Seat& own) {
        int sum = 0;
        for (uint64_t left = own.present & (g.homes | own.several); left; left &= left - 1) {
            const int number = std::countr_zero(left);
            sum += own.researchers[number] - !(g.homes >> number & 1);
        }
        return sum;
    }

    static int wanted(const Seat& own) {
        const int working = own.working();
        if (working < 2 || own.money < 3) return 0;
        return working < 4 ? 1 : own.money < 15 ? 2 : 3;
    }

    static int afloat(const Seat& own) { return std::popcount(unsigned(own.afloat)); }

    static int value(const Game& g, int seat, int type) {  // of an own station of a type, without a researcher
        const int working = g.seats[seat].ops[type];
        return g.takes_chip(seat, type, working + 1) ? 6 : working == 0 ? 4 : working == 1 ? 3 : 1;
    }

    static void sort_by_value(const Game& g, int seat, uint64_t stations, uint64_t* of_value) {  // a foreign one: one less
        const uint64_t own = g.seats[seat].owned & stations, foreign = stations & ~own;
        std::fill(of_value, of_value + 7, 0);
        for (int type = 0; type < TYPES; type++) {
            const int worth = value(g, seat, type);
            of_value[worth] |= own & g.of_type[type];
            of_value[worth - 1] |= foreign & g.of_type[type];
        }
    }

    static int worth(const Game& g, const Seat& own, int slot) {
        const int here = zone[slot_square[slot]], can_pay = own.money >= RECOVERY[here];
        if (!((g.face_up | own.seen) >> slot & 1)) return !can_pay ? 2 : here == CANYON ? 4 : 3;
        const int tile = g.tiles[slot];
        if (tile == CHEST || tile == SPEED) return tile == CHEST ? 4 : 3;
        if (!can_pay) return 0;
        if (tile > SPEED) return 5;
        const bool is_goal = GOAL_KINDS[own.goal][0] == tile || GOAL_KINDS[own.goal][1] == tile;
        return tile == GOLD ? 6 : tile >= CRAB ? 4 + is_goal : is_goal ? 3 : 1;
    }

    static Set attractive(const Game& g, const Seat& own) {
        Set found = without(g.discoveries, g.afloat);
        for (uint64_t known = g.slots & (g.face_up | own.seen); known; known &= known - 1)
            if (const int slot = std::countr_zero(known); worth(g, own, slot) < 2) found.remove(slot_square[slot]);
        return found;
    }

    // Steps from a square to the nearest goal; `reach` becomes the squares reached by then.
    static int swim(const Game& g, const Set& open, int origin, const Set& goals, Set& reach) {
        Set start{};
        reach = start;
        start.add(origin);
        for (int steps = 1;; steps++) {
            const Set more = both(beside(either(without(reach, g.discoveries), start)), open);
            const Set now = either(reach, more);
            if (!both(now, goals).empty()) {
                reach = now;
                return steps;
            }
            if (without(now, reach).empty()) return FAR;
            reach = now;
        }
    }

    static int buy(const Game& g, int seat, Chance&) {
        if (g.is_last) return 0;
        const Seat& own = g.seats[seat];
        int waiting = 0;
        for (int i = 0; i < own.stored_count; i++) waiting += own.stored[i] % 8;
        if (own.reserve >= 1 && own.money >= 6 && spare(g, own) + waiting < 2) {
            int tile = (own.bought_residential + own.goal) % 2 == 0 ? GREEN : BLUE;
            if (!g.stock[tile - 1]) tile = GREEN + BLUE - tile;
            if (g.stock[tile - 1]) return tile * 8 + std::min({CAP, own.reserve, own.money - 4});
        }
        if (own.money < 12) return 0;
        int need[TYPES];
        for (int type = 0; type < TYPES; type++) need[type] = (type == own.goal ? 3 : 2) - own.ops[type];
        for (uint64_t left = own.owned & ~own.present; left; left &= left - 1)
            need[g.stations[std::countr_zero(left)].tile - RESEARCH]--;
        for (int i = 0; i < own.stored_count; i++)
            if (own.stored[i] / 8 >= RESEARCH) need[own.stored[i] / 8 - RESEARCH]--;
        int best = -1, most = 0;
        for (int i = 0; i < TYPES; i++) {
            const int type = (own.goal + i) % TYPES;
            if (g.stock[RESEARCH + type - 1] && need[type] > most) best = type, most = need[type];
        }
        return best < 0 ? 0 : (RESEARCH + best) * 8;
    }

    static bool builds(const Game& g, int seat, bool bought, Chance&) {
        const Seat& own = g.seats[seat];
        if (!bought || g.rounds == 1 || own.stored_count >= 2) return true;
        return own.stored[0] / 8 < RESEARCH && spare(g, own) == 0;
    }

    // Of some centres those over fewest discoveries, and of these those that add the lowest cost.
    static Set cheapest(const Game& g, const Set& found) {
        Set left = without(found, around(g.discoveries));
        if (left.empty()) {
            int least = 9;
            for (int row = 0; row < ROW; row++)
                for (uint32_t bits = found.rows[row]; bits; bits &= bits - 1) {
                    const int x = std::countr_zero(bits), square = row * ROW + x;
                    int under = 0;
                    for (int y = row - 1; y <= row + 1; y++) under += std::popcount(g.discoveries.rows[y] & 7u << (x - 1));
                    if (under < least) least = under, left = {};
                    if (under == least) left.add(square);
                }
        }
        for (int price = std::max(1, g.paid); price < 4; price++)
            if (const Set cheap = both(left, centres[price - 1]); !cheap.empty()) return cheap;
        return left;
    }

    static Placement place(const Game& g, int seat, Chance&) {
        const Seat& own = g.seats[seat];
        const Set places = g.places(own);
        const Joins& joins = g.joins();
        const Set green = both(places, joins.at[GREEN_SHAPE]), blue = both(places, joins.at[BLUE_SHAPE]);
        const Set turns[] = {both(places, joins.at[RESEARCH_SHAPE]), both(places, joins.at[TURNED_RESEARCH_SHAPE])};
        int first_green = 0, first_blue = 0, first_research = 0;
        for (int i = own.stored_count - 1; i >= 0; i--) {
            const int tile = own.stored[i] / 8;
            (tile == GREEN ? first_green : tile == BLUE ? first_blue : first_research) = own.stored[i];
        }
        Set homes{};
        if (first_green) homes = green;
        if (first_blue) homes = either(homes, blue);
        if (!homes.empty()) {
            homes = cheapest(g, homes);
            const Set as_green = both(homes, green);
            if (first_green && !as_green.empty()) return {first_green, as_green.first(), GREEN_SHAPE};
            return {first_blue, homes.first(), BLUE_SHAPE};
        }
        Set all{};
        if (first_research) all = either(turns[0], turns[1]);
        if (all.empty()) return {0, 0, 0};
        all = cheapest(g, all);
        int away[STATIONS], most = -1;
        g.distances(g.may_be_left(own), away);
        Placement best{first_research, 0, 0};
        for (int row = 0; row < ROW; row++)
            for (uint32_t bits = all.rows[row]; bits; bits &= bits - 1)
                for (int turn = 0; turn < 2; turn++)
                    if (const int square = row * ROW + std::countr_zero(bits); turns[turn].has(square)) {
                        const int rank = outlets(g, square, turn) * 100 - joins_to_researcher(g, square, turn, away);
                        if (best.square == 0 || rank > most) most = rank, best = {first_research, square, RESEARCH_SHAPE + turn};
                    }
        return best;
    }

    static int outlets(const Game& g, int square, int turn) {
        return !g.taken.has(square + 2 * STRAIGHT[turn]) + !g.taken.has(square + 2 * STRAIGHT[turn + 2]);
    }

    static int joins_to_researcher(const Game& g, int square, int turn, const int* away) {
        int least = 99;
        for (int side = turn; side < SIDES; side += 2) {
            const int back = (side + 2) % SIDES;
            if (int other = g.station_at[square + 3 * STRAIGHT[side]]; other && g.stations[other - 1].sides >> back & 1)
                least = std::min(least, 1 + away[other - 1]);
            if (int other = g.station_at[square + 2 * DIAGONAL[side]]; other && g.stations[other - 1].corners >> back & 1)
                least = std::min(least, 1 + away[other - 1]);
        }
        return least;
    }

    static int ready(const Game& g, const Seat& own) {
        int sum = 0;
        for (uint64_t left = own.several & ~g.homes; left; left &= left - 1)
            if (const int number = std::countr_zero(left); g.has_outlet(number)) sum += own.researchers[number] - 1;
        return sum;
    }

    static Walk walk(const Game& g, int seat, int steps, bool approaches, Chance&) {
        const Seat& own = g.seats[seat];
        const uint64_t allowed = ~g.too_dear(own), origins = g.may_be_left(own);
        const uint64_t built = (uint64_t(1) << g.station_count) - 1, free = built & allowed & ~(g.homes | own.present);
        uint64_t of_weight[7], pairs = 0;
        sort_by_value(g, seat, free, of_weight);
        int pair = 0;
        if (const int boats = afloat(own), aim = wanted(own); boats < aim) {
            const int soon = boats + ready(g, own);
            pair = soon >= aim ? 0 : soon == 0 ? 5 : 2;
        }
        if (pair)
            for (uint64_t left = own.present & ~own.several & ~g.homes; left; left &= left - 1)
                if (g.has_outlet(std::countr_zero(left))) pairs |= left & -left;
        for (int weight = 6; weight > 0; weight--) {
            const uint64_t goals = of_weight[weight], from_homes = weight == pair ? goals | pairs : goals;
            if (!from_homes) continue;
            for (int used = 1; used <= steps; used++)
                for (uint64_t left = origins; left; left &= left - 1) {
                    const int origin = std::countr_zero(left);
                    const uint64_t found = g.reach[used][origin] & (g.homes >> origin & 1 ? from_homes : goals);
                    if (found) return {origin, std::countr_zero(found), used};
                }
        }
        const uint64_t goals = free & ~of_weight[0];
        if (!approaches || !goals) return {-1, 0, 0};
        int away[STATIONS];
        g.distances(goals, away);
        Walk best{-1, 0, 0};
        int nearest = 99;
        for (uint64_t left = origins & g.homes; left; left &= left - 1) {
            const int origin = std::countr_zero(left);
            for (int used = 1; used <= steps; used++)
                for (uint64_t here = g.reach[used][origin] & ~g.reach[used - 1][origin] & g.homes; here; here &= here - 1) {
                    const int destination = std::countr_zero(here), rest = away[destination];
                    if (rest < away[origin] && (rest < nearest || (rest == nearest && used < best.steps)))
                        nearest = rest, best = {origin, destination, used};
                }
        }
        return best;
    }

    static int launch(const Game& g, int seat, const int*, const int* squares, int count, Chance&) {
        const Seat& own = g.seats[seat];
        if (afloat(own) >= wanted(own)) return -1;
        const Set goals = attractive(g, own);
        int best = -1, least = FAR;
        Set reach;
        for (int i = 0; i < count; i++)
            if (const int steps = swim(g, g.water_for(own), squares[i], goals, reach); steps < least)
                best = i, least = steps;
        return best;
    }

    static int scan(const Game& g, int seat, int submarines, Chance&) {
        const Seat& own = g.seats[seat];
        if (own.money < 6) return -1;
        while (submarines && std::popcount(g.new_to_scan(own, std::countr_zero(unsigned(submarines)))) < 2)
            submarines &= submarines - 1;
        return submarines ? std::countr_zero(unsigned(submarines)) : -1;
    }

    static Dive dive(const Game& g, int seat, int submarines, int steps, Chance&) {
        const Seat& own = g.seats[seat];
        if (!submarines) return {-1, 0};
        Set weights[7] = {};  // by weight, the squares where a move may end that have it
        int heaviest = 0;
        const auto weigh = [&](int weight, int square) {
            weights[weight].add(square);
            heaviest = std::max(heaviest, weight);
        };
        Set unseen = g.discoveries;
        for (uint64_t left = g.slots & (g.face_up | own.seen); left; left &= left - 1) {
            const int slot = std::countr_zero(left), worth = Reference::worth(g, own, slot);
            unseen.remove(slot_square[slot]);
            if (worth >= 2) weigh(worth, slot_square[slot]);
        }
        const int outside = own.money < 1 ? 2 : 3, in_canyon = own.money < 2 ? 2 : 4;
        weights[outside] = either(weights[outside], both(unseen, water[0]));
        weights[in_canyon] = either(weights[in_canyon], without(unseen, water[0]));
        heaviest = std::max({heaviest, outside, in_canyon});
        if (own.reserve > 0) {
            uint64_t staffed = 0;
            for (const Seat& other : g.seats) staffed |= other.present;
            uint64_t of_value[7];
            sort_by_value(g, seat, staffed & ~(g.homes | own.present | g.too_dear(own)), of_value);
            for (int worth = 3; worth < 7; worth++)
                for (uint64_t left = of_value[worth]; left; left &= left - 1) {
                    const Station& station = g.stations[std::countr_zero(left)];
                    for (int side = 0; side < SIDES; side++) {
                        const int square = station.square + 2 * STRAIGHT[side];
                        if (station.sides >> side & 1 && !g.discoveries.has(square)) weigh(worth - 1, square);
                    }
                }
        }
        const Set& open = g.water_for(own);
        Rows ends[SUBMARINES];
        int most = 0, least = 0;
        Dive best{-1, 0};
        for (int left = submarines; left; left &= left - 1) {
            const int submarine = std::countr_zero(unsigned(left)), origin = own.submarines[submarine];
            const int row = Game::first_row(origin);
            const Rows water_here = open.from(row), passed = ~g.discoveries.from(row);
            const Rows no_end = g.covered.from(row) | g.afloat.from(row);
            Rows start{}, reach{};
            start[origin / ROW - row] = 1u << origin % ROW;
            Rows levels[7];
            for (int step = 1; step <= steps; step++) {
                reach |= beside((reach & passed) | start) & water_here;
                levels[step] = reach & ~no_end;
            }
            levels[0] = g.may_stay(own, origin) ? start : Rows{};
            ends[submarine] = levels[steps] | levels[0];
            for (int weight = heaviest; weight >= std::max(1, most); weight--) {
                const Rows good = weights[weight].from(row) & ends[submarine];
                if (!not_empty(good)) continue;
                int step = 0;
                while (!not_empty(levels[step] & good)) step++;
                if (weight > most || step < least) {
                    const Rows nearest = levels[step] & good;
                    const int lane = std::countr_zero(not_empty(nearest));
                    most = weight, least = step;
                    best = {submarine, (row + lane) * ROW + std::countr_zero(nearest[lane])};
                }
                break;
            }
        }
        if (best.submarine >= 0) return best;
        const Set goals = attractive(g, own);
        for (int left = submarines; left; left &= left - 1) {
            const int submarine = std::countr_zero(unsigned(left)), origin = own.submarines[submarine];
            Set targets{}, reach, back;
            const int row = Game::first_row(origin);
            for (int lane = 0; lane < 16; lane++) targets.rows[row + lane] = ends[submarine][lane];
            targets.remove(origin);
            targets = without(targets, g.discoveries);
            if (targets.empty()) continue;
            const int distance = swim(g, open, origin, goals, reach);
            if (distance == FAR) continue;
            const Set near = both(reach, goals);
            int weight = heaviest;
            while (both(near, weights[weight]).empty()) weight--;
            if (swim(g, open, both(near, weights[weight]).first(), targets, back) < distance)
                return {submarine, both(back, targets).first()};
        }
        return best;
    }

    static int come_in(const Game& g, int seat, uint64_t stations, bool stays, Chance&) {
        const Seat& own = g.seats[seat];
        int best = stays ? std::countr_zero(stations) : -1, most = 2;
        if (own.reserve == 0) return best;
        for (uint64_t left = stations & ~own.present; left; left &= left - 1) {
            const int number = std::countr_zero(left);
            const int worth = value(g, seat, g.stations[number].tile - RESEARCH) - (g.stations[number].owner != seat);
            if (worth > most) best = number, most = worth;
        }
        return best;
    }

    static int look(const Game& g, int seat, uint64_t slots, Chance&) {
        const Seat& own = g.seats[seat];
        int best = -1, least = FAR;
        for (; slots; slots &= slots - 1) {
            const int slot = std::countr_zero(slots), square = slot_square[slot];
            for (int other : own.submarines)
                if (other >= 0) {
                    const int away = std::abs(other % ROW - square % ROW) + std::abs(other / ROW - square / ROW);
                    if (away < least) best = slot, least = away;
                }
        }
        return best;
    }

    static int rises(const Game& g, int seat, int most, Chance&) { return g.factor(seat) >= 2 ? most : 0; }
};

template <class Policy>
struct Play {
    Game& g;
    Chance& chance;

    void build(int seat) {
        Seat& own = g.seats[seat];
        const int code = own.stored_count < MOST_STORED ? Policy::buy(g, seat, chance) : 0;
        if (code) {
            const int tile = code / 8, researchers = code % 8;
            own.money -= tile < RESEARCH ? researchers : 1;
            own.reserve -= researchers;
            own.bought_residential += tile < RESEARCH;
            g.stock[tile - 1]--;
            own.store(code);
            g.busy = true;
        }
        if (own.stored_count == 0) return;
        g.placed = g.paid = 0;
        if (g.can_place(own) && Policy::builds(g, seat, code, chance)) {
            std::memset(static_cast<void*>(&g.expansion), 0, sizeof g.expansion);
            while (own.stored_count > 0) {
                const Placement chosen = Policy::place(g, seat, chance);
                if (chosen.code == 0) break;
                g.place(seat, chosen);
            }
            g.hand_back(own);
        } else if (!code) {
            g.hand_back(own);
        }
    }

    void deploy(int seat) {
        Seat& own = g.seats[seat];
        for (int walks = 0, used = 0; walks < 2; walks++) {
            const int steps = WALK_STEPS[own.effect(TRAINING)] - used;
            if (steps <= 0) return;
            g.work_out_reach(steps);
            const Walk chosen = Policy::walk(g, seat, steps, true, chance);
            if (chosen.origin < 0) return;
            g.walk(seat, chosen);
            used += chosen.steps;
        }
    }

    void explore(int seat) {
        Seat& own = g.seats[seat];
        while (own.afloat != 7) {
            int from[4 * STATIONS], squares[4 * STATIONS], count = 0;
            for (uint64_t left = own.several & ~g.homes; left; left &= left - 1)
                for (int side = 0; side < SIDES; side++) {
                    from[count] = std::countr_zero(left);
                    squares[count] = g.outlet(g.stations[from[count]], side);
                    count += squares[count] != 0;
                }
            const int chosen = count ? Policy::launch(g, seat, from, squares, count, chance) : -1;
            if (chosen < 0) break;
            g.launch(seat, from[chosen], squares[chosen]);
        }
        if (!own.afloat) return;
        for (int not_scanned = own.afloat; own.money > 0;) {
            int submarines = 0;
            for (int i = 0; i < SUBMARINES; i++)
                if (not_scanned >> i & 1 && g.new_to_scan(own, i)) submarines |= 1 << i;
            const int chosen = submarines ? Policy::scan(g, seat, submarines, chance) : -1;
            if (chosen < 0) break;
            own.seen |= g.new_to_scan(own, chosen);
            own.money--;
            not_scanned &= ~(1 << chosen);
        }
        int moved = 0;
        while (own.afloat & ~moved) {
            const int steps = SWIM_STEPS[own.effect(ENGINEERING)];
            const Dive chosen = Policy::dive(g, seat, own.afloat & ~moved, steps, chance);
            if (chosen.submarine < 0) return;
            moved |= 1 << chosen.submarine;
            go_to(seat, chosen, steps, moved);
        }
    }

    void go_to(int seat, const Dive& chosen, int steps, int& moved) {
        Seat& own = g.seats[seat];
        const bool stays = own.submarines[chosen.submarine] == chosen.square;
        g.dive(own, chosen, steps);
        if (g.discoveries.has(chosen.square)) {
            moved |= 1 << chosen.submarine;
            recover(seat, slot_at[chosen.square], moved);
        } else if (const uint64_t stations = g.stations_open_to(own, chosen.square)) {
            const int station = Policy::come_in(g, seat, stations, stays, chance);
            if (station >= 0) g.come_in(seat, chosen.submarine, station);
        }
    }

    void recover(int seat, int slot, int& moved) {
        Seat& own = g.seats[seat];
        const int tile = g.tiles[slot], price = RECOVERY[zone[slot_square[slot]]];
        if (tile == CHEST || tile == SPEED) {
            g.take_away(slot);
            g.busy = true;
            if (tile == CHEST) {
                own.money += CHEST_VALUE[own.effect(ANALYSIS)];
                return;
            }
            const Dive chosen = Policy::dive(g, seat, own.afloat, SPEED_STEPS, chance);
            if (chosen.submarine >= 0) go_to(seat, chosen, SPEED_STEPS, moved);
            return;
        }
        if (own.money < price) {
            if (tile > SPEED) g.take_away(slot), g.put_on_ruins(tile - SPEED, -1);
            else g.face_up |= uint64_t(1) << slot;
            return;
        }
        own.money -= price;
        g.busy = true;
        g.take_away(slot);
        if (tile > SPEED) {
            g.put_on_ruins(tile - SPEED, seat);
            g.work_out_reach(BONUS_STEPS);
            const Walk chosen = Policy::walk(g, seat, BONUS_STEPS, false, chance);
            if (chosen.origin >= 0) g.walk(seat, chosen);
            return;
        }
        own.got[tile]++;
        if (tile > SHELL) return;
        uint64_t elsewhere = ~uint64_t(0);
        for (int left = own.effect(TESTING); left > 0; left--) {
            const uint64_t unseen = g.unseen(own), slots = unseen & elsewhere ? unseen & elsewhere : unseen;
            const int chosen = slots ? Policy::look(g, seat, slots, chance) : -1;
            if (chosen < 0) return;
            own.seen |= uint64_t(1) << chosen;
            elsewhere = ~in_zone[zone[slot_square[chosen]]];
        }
    }

    bool goes_on() {  // after a round
        constexpr int ALL = (1 << (PIECES + 1)) - 2;
        if (g.pieces_out == ALL || g.is_last || !g.busy || g.rounds == ROUND_CAP) return false;
        g.is_last = (g.pieces_out & LAST_THREE) == LAST_THREE;
        g.start_player = (g.start_player + 1) % PLAYERS;
        return true;
    }

    void all() {
        g.set_up(chance);
        do {
            g.rounds++;
            g.busy = false;
            for (int i = 0; i < PLAYERS; i++) build((g.start_player + i) % PLAYERS);
            for (int i = 0; i < PLAYERS; i++) deploy((g.start_player + i) % PLAYERS);
            for (int i = 0; i < PLAYERS; i++) explore((g.start_player + i) % PLAYERS);
        } while (goes_on());
        for (int seat = 0; seat < PLAYERS; seat++) {
            Seat& own = g.seats[seat];
            const int tiles = own.got[GOAL_KINDS[own.goal][0]] + own.got[GOAL_KINDS[own.goal][1]];
            own.rises = Policy::rises(g, seat, std::min(tiles, own.money), chance);
            own.money -= own.rises;
        }
    }
};

template <class Policy>
void play_all(long games, uint64_t seed) {
    Chance chance(seed);
    static Game g;
    long rounds = 0, stations = 0, slots_left = 0, canyon = 0;
    long score = 0, best = 0, factor = 0, points = 0, cash = 0, won_by_first = 0;
    const clock_t begun = clock();
    for (long i = 0; i < games; i++) {
        Play<Policy>{g, chance}.all();
        rounds += g.rounds, stations += g.station_count - 1, slots_left += std::popcount(g.slots), canyon += g.canyon_open;
        int most = 0, of_first = 0;
        for (int seat = 0; seat < PLAYERS; seat++) {
            const int f = g.factor(seat), p = g.points(seat), money = g.seats[seat].money, sum = f * p + money;
            factor += f, points += p, cash += money, score += sum;
            most = std::max(most, sum);
            if (seat == g.first_player) of_first = sum;
        }
        best += most, won_by_first += of_first == most;
    }
    const double seconds = double(clock() - begun) / CLOCKS_PER_SEC, n = games;
    std::printf("{\"seconds\": %.6f, \"rounds\": %.9f, \"stations\": %.9f, \"slots_left\": %.9f, \"canyon_opened\": %.9f, "
                "\"score\": %.9f, \"best\": %.9f, \"factor\": %.9f, \"points\": %.9f, \"cash\": %.9f, \"won_by_first\": %.9f}\n",
                seconds, rounds / n, stations / n, slots_left / n, canyon / n, score / n / PLAYERS, best / n,
                factor / n / PLAYERS, points / n / PLAYERS, cash / n / PLAYERS, won_by_first / n);
}

int main(int count, char** words) {
    if (count < 3) return 2;
    work_out_the_board();
    const long games = std::atol(words[2]);
    const uint64_t seed = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1;
    if (std::strcmp(words[1], "random") == 0) play_all<Random>(games, seed);
    else play_all<Reference>(games, seed);
}
