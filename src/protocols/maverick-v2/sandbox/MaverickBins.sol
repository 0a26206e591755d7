// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {MaverickMath as M} from "./MaverickMath.sol";

/// @notice A port, not Maverick's code: the ticks and bins of a pool, and how bins follow the mean of its price.
abstract contract MaverickBins {
    struct TickState {
        uint128 reserveA;
        uint128 reserveB;
        uint128 totalSupply;
        uint32[4] binIdsByTick;
    }

    struct BinState {
        uint128 mergeBinBalance;
        uint128 tickBalance;
        uint128 totalSupply;
        uint8 kind;
        int32 tick;
        uint32 mergeId;
    }

    /// The bins of one kind that a move reaches.
    struct Found {
        uint32[3] ids;
        uint256 count;
        uint32 first;
        int32 firstTick;
    }

    int256 private constant HALF = 0.5e8;
    uint256 private constant RIGHT = 1;
    uint256 private constant LEFT = 2;
    uint256 private constant BOTH = 3;

    mapping(int32 => TickState) internal ticks;
    mapping(uint32 => BinState) internal bins;

    function getTick(int32 tick) external view returns (TickState memory) {
        return ticks[tick];
    }

    function getBin(uint32 id) external view returns (BinState memory) {
        return bins[id];
    }

    /// @param from the active tick when the trade began
    /// @param old the mean when the trade began, ticks with 8 decimals
    function _moveBins(int32 from, int32 active, int256 old, int256 now_) internal {
        (int32 was, int32 is_) = (_floor(old - HALF), _floor(now_ - HALF));
        if (active > from || is_ > was) {
            int32 goal = active - 1 < is_ ? active - 1 : is_;
            if (was - 1 < goal) {
                _move(RIGHT, was - 1, goal, goal);
                _move(BOTH, was - 1, goal, goal);
                return;
            }
        }
        (was, is_) = (_floor(old + HALF), _floor(now_ + HALF));
        if (active < from || is_ < was) {
            int32 goal = active + 1 > is_ ? active + 1 : is_;
            if (goal < was + 1) {
                _move(LEFT, goal, was + 1, goal);
                _move(BOTH, goal, was + 1, goal);
            }
        }
    }

    function _move(uint256 kind, int32 from, int32 to, int32 goal) private {
        Found memory found;
        for (int32 tick = from; tick <= to && found.count < 3; tick++) {
            uint32 id = ticks[tick].binIdsByTick[kind];
            if (id == 0) continue;
            found.ids[found.count++] = id;
            if (found.first == 0 || id < found.first) (found.first, found.firstTick) = (id, tick);
        }
        if (found.first == 0 || (found.count == 1 && found.firstTick == goal)) return;
        if (found.count > 1) _merge(kind, found);
        if (found.firstTick != goal) _carry(kind, found, goal);
    }

    function _merge(uint256 kind, Found memory found) private {
        BinState storage first = bins[found.first];
        TickState storage home = ticks[found.firstTick];
        uint256[3] memory sums;
        for (uint256 i = 0; i < found.count; i++) {
            if (found.ids[i] == found.first) continue;
            BinState storage bin = bins[found.ids[i]];
            TickState storage tick = ticks[bin.tick];
            (uint128 a, uint128 b) = _reserves(bin, tick);
            bin.mergeId = found.first;
            bin.mergeBinBalance = _balanceFor(first, home, a, b);
            (tick.reserveA, tick.reserveB) = (_less(tick.reserveA, a), _less(tick.reserveB, b));
            tick.totalSupply = _less(tick.totalSupply, bin.tickBalance);
            tick.binIdsByTick[kind] = 0;
            sums[0] += a;
            sums[1] += b;
            sums[2] += bin.mergeBinBalance;
        }
        uint256 balance = sums[2] * (first.tickBalance == 0 ? 1 : first.tickBalance) / _orOne(first.totalSupply);
        first.totalSupply = _safe((first.totalSupply == 0 ? 1e8 : first.totalSupply) + sums[2]);
        first.tickBalance = _safe(first.tickBalance + balance);
        home.totalSupply = _safe(home.totalSupply + balance);
        (home.reserveA, home.reserveB) = (_safe(home.reserveA + sums[0]), _safe(home.reserveB + sums[1]));
    }

    function _balanceFor(BinState storage bin, TickState storage tick, uint128 a, uint128 b)
        private
        view
        returns (uint128)
    {
        bool byA = tick.reserveA >= tick.reserveB;
        uint256 held = M.up(uint256(byA ? tick.reserveA : tick.reserveB) * bin.tickBalance, tick.totalSupply);
        return _safe(uint256(byA ? a : b) * _orOne(bin.totalSupply) / _orOne(held));
    }

    function _carry(uint256 kind, Found memory found, int32 goal) private {
        BinState storage bin = bins[found.first];
        TickState storage old = ticks[found.firstTick];
        TickState storage next = ticks[goal];
        (uint128 a, uint128 b) = _reserves(bin, old);
        (old.reserveA, old.reserveB) = (_less(old.reserveA, a), _less(old.reserveB, b));
        old.totalSupply = _less(old.totalSupply, bin.tickBalance);
        old.binIdsByTick[kind] = 0;
        next.binIdsByTick[kind] = found.first;
        bin.tick = goal;
        (uint256 part, uint256 whole) = a > b ? (a, next.reserveA) : (b, next.reserveB);
        bin.tickBalance = _safe(part * _orOne(next.totalSupply) / _orOne(whole));
        next.totalSupply += bin.tickBalance;
        (next.reserveA, next.reserveB) = (next.reserveA + a, next.reserveB + b);
    }

    function _reserves(BinState storage bin, TickState storage tick) private view returns (uint128 a, uint128 b) {
        if (tick.totalSupply == 0) return (0, 0);
        a = _part(tick.reserveA, bin.tickBalance, tick.totalSupply);
        b = _part(tick.reserveB, bin.tickBalance, tick.totalSupply);
    }

    function _part(uint128 held, uint128 balance, uint128 supply) private pure returns (uint128) {
        uint256 part = uint256(held) * balance / supply;
        return part < held ? uint128(part) : held;
    }

    function _floor(int256 mean) private pure returns (int32) {
        return int32(mean / 1e8) - (mean < 0 && mean % 1e8 != 0 ? int32(1) : int32(0));
    }

    function _orOne(uint256 n) private pure returns (uint256) {
        return n == 0 ? 1 : n;
    }

    function _less(uint128 n, uint128 by) private pure returns (uint128) {
        return n < by ? 0 : n - by;
    }

    function _safe(uint256 n) internal pure returns (uint128) {
        require(n <= type(uint128).max, "more than 128 bits");
        return uint128(n);
    }
}
