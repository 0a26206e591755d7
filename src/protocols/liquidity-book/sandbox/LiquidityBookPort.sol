// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ICoin {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external;
}

/// @notice A port, not LFJ's code: a pair of Liquidity Book with the real interface and integers, limited to swaps; of
/// v2.2, which limits the liquidity of a bin, or with the formulas of v2.1, which does not. Shares, the oracle and flash loans are left out; bins are found by a linear search instead of a tree.
contract LiquidityBookPort {
    struct Rules {
        uint256 baseFactor;
        uint256 filterPeriod;
        uint256 decayPeriod;
        uint256 reductionFactor;
        uint256 variableFeeControl;
        uint256 protocolShare;
        uint256 mostVolatility;
    }

    struct Volatility {
        uint24 accumulator;
        uint24 ref;
        uint24 idReference;
        uint40 since;
        uint24 activeId;
    }

    struct Bin {
        uint128 x;
        uint128 y;
    }

    uint256 private constant WAD = 1e18;
    uint256 private constant UNIT = 10_000;
    uint256 private constant MOST_IN_BIN = 65251743116719673010965625540244653191619923014385985379600384103134737;

    address public getTokenX;
    address public getTokenY;
    uint16 public getBinStep;
    bytes32 public getLBHooksParameters;
    bool private immutable limitsBins;
    Rules private rules;
    Volatility private moved;
    mapping(uint256 => Bin) private bins;
    Bin private reserves;
    /// Bins are searched between these.
    uint24 private lowest = type(uint24).max;
    uint24 private highest;

    constructor(address x, address y, uint16 step, Rules memory rules_, bool limitsBins_) {
        (getTokenX, getTokenY, getBinStep, rules, limitsBins) = (x, y, step, rules_, limitsBins_);
    }

    /// Replaces `mint`: the tokens were sent before.
    function fill(uint24 first, Bin[] calldata filled) external {
        for (uint24 i = 0; i < filled.length; i++) bins[first + i] = filled[i];
        if (first < lowest) lowest = first;
        if (first + filled.length - 1 > highest) highest = uint24(first + filled.length - 1);
        reserves = Bin(_held(getTokenX), _held(getTokenY));
    }

    /// @param age seconds since the last trade
    function setVolatility(uint24 accumulator, uint24 ref, uint24 idReference, uint24 activeId, uint256 age) external {
        moved = Volatility(accumulator, ref, idReference, uint40(block.timestamp - age), activeId);
    }

    function setHooks(bytes32 parameters) external {
        getLBHooksParameters = parameters;
    }

    function getActiveId() external view returns (uint24) {
        return moved.activeId;
    }

    function getBin(uint24 id) external view returns (uint128, uint128) {
        return (bins[id].x, bins[id].y);
    }

    function getStaticFeeParameters() external view returns (Rules memory) {
        return rules;
    }

    function getVariableFeeParameters() external view returns (uint24, uint24, uint24, uint40) {
        return (moved.accumulator, moved.ref, moved.idReference, moved.since);
    }

    function getNextNonEmptyBin(bool sellsX, uint24 id) public view returns (uint24) {
        while (sellsX ? id > lowest : id < highest) {
            id = sellsX ? id - 1 : id + 1;
            if (bins[id].x != 0 || bins[id].y != 0) return id;
        }
        return sellsX ? type(uint24).max : 0;
    }

    function getSwapOut(uint128 left, bool sellsX) external view returns (uint128, uint128 out, uint128 fees) {
        Volatility memory now_ = _refreshed();
        while (true) {
            (uint128 taken, uint128 given, uint128 fee) = _through(now_, sellsX, left);
            (left, out, fees) = (left - taken, out + given, fees + fee);
            if (left == 0) break;
            uint24 next = getNextNonEmptyBin(sellsX, now_.activeId);
            if (next == 0 || next == type(uint24).max) break;
            now_.activeId = next;
        }
        return (left, out, fees);
    }

    function swap(bool sellsX, address to) external returns (uint256 amounts) {
        uint128 left = _held(sellsX ? getTokenX : getTokenY) - (sellsX ? reserves.x : reserves.y);
        require(left > 0, "nothing in");
        uint128 out;
        Volatility memory now_ = _refreshed();
        while (true) {
            (uint128 taken, uint128 given, uint128 fee) = _through(now_, sellsX, left);
            if (taken > 0) {
                Bin storage bin = bins[now_.activeId];
                uint128 kept = taken - uint128(fee * rules.protocolShare / UNIT);
                if (sellsX) (bin.x, bin.y) = (bin.x + kept, bin.y - given);
                else (bin.x, bin.y) = (bin.x - given, bin.y + kept);
            }
            (left, out) = (left - taken, out + given);
            if (left == 0) break;
            uint24 next = getNextNonEmptyBin(sellsX, now_.activeId);
            require(next != 0 && next != type(uint24).max, "out of liquidity");
            now_.activeId = next;
        }
        require(out > 0, "nothing out");
        moved = now_;
        ICoin(sellsX ? getTokenY : getTokenX).transfer(to, out);
        reserves = Bin(_held(getTokenX), _held(getTokenY));
        return sellsX ? uint256(out) << 128 : out;
    }

    function _refreshed() private view returns (Volatility memory now_) {
        now_ = moved;
        uint256 age = block.timestamp - now_.since;
        if (age >= rules.filterPeriod) {
            now_.idReference = now_.activeId;
            bool fades = age < rules.decayPeriod;
            now_.ref = fades ? uint24(uint256(now_.accumulator) * rules.reductionFactor / UNIT) : 0;
        }
        now_.since = uint40(block.timestamp);
    }

    /// Trades with the active bin if it has any output.
    function _through(Volatility memory now_, bool sellsX, uint128 left)
        private
        view
        returns (uint128 taken, uint128 given, uint128 fee)
    {
        uint256 price;
        (taken, given, fee, price) = _exchange(now_, sellsX, left);
        if (!limitsBins || taken == 0) return (taken, given, fee);
        Bin memory bin = bins[now_.activeId];
        (uint256 x, uint256 y) = sellsX ? (bin.x + taken, bin.y - given) : (bin.x - given, bin.y + taken);
        require(price * x + (y << 128) <= MOST_IN_BIN, "too much in a bin");
    }

    /// Also the price, which is costly.

    function _exchange(Volatility memory now_, bool sellsX, uint128 left)
        private
        view
        returns (uint128 taken, uint128 given, uint128 fee, uint256 price)
    {
        uint256 id = now_.activeId;
        uint256 held = sellsX ? bins[id].y : bins[id].x;
        if (held == 0) return (0, 0, 0, 0);
        uint256 away = id > now_.idReference ? id - now_.idReference : now_.idReference - id;
        uint256 volatility = now_.ref + away * UNIT;
        now_.accumulator = uint24(volatility > rules.mostVolatility ? rules.mostVolatility : volatility);
        uint256 rate = _fee(now_.accumulator);
        price = _price(id);
        uint256 most = sellsX ? _up(held << 128, price) : _up(held * price, 1 << 128);
        fee = _safe128(_up(most * rate, WAD - rate));
        most = _safe128(most) + fee;
        if (left >= _safe128(most)) return (uint128(most), uint128(held), fee, price);
        fee = _safe128(_up(left * rate, WAD));
        uint256 net = left - fee;
        uint256 out = sellsX ? net * price >> 128 : (net << 128) / price;
        return (left, _safe128(out > held ? held : out), fee, price);
    }

    function _fee(uint256 volatility) private view returns (uint256 rate) {
        rate = rules.baseFactor * getBinStep * 1e10;
        uint256 square = (volatility * getBinStep) ** 2;
        if (rules.variableFeeControl != 0) rate += (square * rules.variableFeeControl + 99) / 100;
        require(rate <= 1e17, "fee too large");
    }

    function _price(uint256 id) private view returns (uint256 price) {
        price = 1 << 128;
        if (id == 1 << 23) return price;
        bool above = id > 1 << 23;
        uint256 times = above ? id - (1 << 23) : (1 << 23) - id;
        uint256 squared = type(uint256).max / ((1 << 128) + (uint256(getBinStep) << 128) / UNIT);
        for (; times > 0; times >>= 1) {
            if (times & 1 == 1) price = price * squared >> 128;
            squared = squared * squared >> 128;
        }
        require(price != 0, "no price");
        if (above) price = type(uint256).max / price;
    }

    function _held(address token) private view returns (uint128) {
        return _safe128(ICoin(token).balanceOf(address(this)));
    }

    function _up(uint256 a, uint256 b) private pure returns (uint256) {
        return a == 0 ? 0 : (a - 1) / b + 1;
    }

    function _safe128(uint256 n) private pure returns (uint128) {
        require(n < 1 << 128, "more than 128 bits");
        return uint128(n);
    }
}
