// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @notice A port, not Maverick's code: prices and liquidity of ticks, and trades within one tick, 18 decimals.
library MaverickMath {
    struct Depth {
        uint256 lower;
        uint256 upper;
        uint256 price;
        uint256 liquidity;
    }

    uint256 internal constant ONE = 1e18;
    uint256 private constant ONE2 = 1e36;
    uint256 private constant LAST = 322_378;
    /// √(1.0001^-(2^i)) for i = 0 … 18, 16 bytes each, Q128.128.
    bytes private constant POWERS = hex"fffcb933bd6fad9d3af5f0b9f25db4d6fff97272373d41fd789c8cb37ffcaa1c"
        hex"fff2e50f5f656ac9229c67059486f389ffe5caca7e10e81259b3cddc7a064941"
        hex"ffcb9843d60f67b19e8887e0bd251eb7ff973b41fa98cd2e57b660be99eb2c4a"
        hex"ff2ea16466c9838804e327cb417cafcbfe5dee046a99d51e2cc356c2f617dbe0"
        hex"fcbe86c7900aecf64236ab31f1f9dcb5f987a7253ac4d9194200696907cf2e37"
        hex"f3392b0822b88206f8abe8a3b44dd9bee7159475a2c578ef4f1d17b2b235d480"
        hex"d097f3bdfd254ee83bdd3f248e7e785ea9f746462d8f7dd10e744d913d033333"
        hex"70d869a156ddd32a39e257bc3f50aa9b31be135f97da6e09a19dc367e3b6da40"
        hex"09aa508b5b7e5a9780b0cc4e25d61a56005d6af8dedbcb3a6ccb7ce618d14225"
        hex"00002216e584f630389b2052b8db590e";

    function edge(uint256 spacing, int32 tick) internal pure returns (uint256) {
        uint256 power = uint256(int256(tick < 0 ? -tick : tick)) * spacing;
        require(power <= LAST, "no price");
        bytes memory powers = POWERS;
        uint256 ratio = 1 << 128;
        unchecked {
            for (uint256 at = 0x20; power > 0; (power, at) = (power >> 1, at + 16)) {
                if (power & 1 == 0) continue;
                uint256 factor;
                assembly ("memory-safe") {
                    factor := shr(128, mload(add(powers, at)))
                }
                ratio = ratio * factor >> 128;
            }
            if (tick > 0) ratio = type(uint256).max / ratio;
            return ratio * ONE >> 128;
        }
    }

    function depthOf(uint256 spacing, int32 tick, uint256 a, uint256 b) internal pure returns (Depth memory at) {
        (at.lower, at.upper) = (edge(spacing, tick), edge(spacing, tick + 1));
        at.liquidity = _liquidity(a, b, at.lower, at.upper);
        at.price = _price(a, b, at);
    }

    function _liquidity(uint256 a, uint256 b, uint256 lower, uint256 upper) private pure returns (uint256) {
        uint256 more = a >> 78 == 0 && b >> 78 == 0 ? 57 : 0;
        (a, b) = (a << more, b << more);
        uint256 width = upper - lower;
        if (b == 0) return a * ONE / width >> more;
        if (a == 0) return b * lower / ONE * upper / width >> more;
        uint256 half = (a * ONE / upper + b * lower / ONE) >> 1;
        uint256 root = squareRoot(mulDiv(half, half, ONE) + mulDiv(mulDiv(a, b, ONE), width, upper));
        return mulDiv(half + root * 1e9, upper, width) >> more;
    }

    function _price(uint256 a, uint256 b, Depth memory at) private pure returns (uint256 price) {
        if (a == 0) return at.lower;
        if (b == 0) return at.upper;
        uint256 ratio = (a + at.liquidity * at.lower / ONE) * ONE / (b + at.liquidity * ONE / at.upper);
        price = squareRoot(ONE * ratio);
        if (price < at.lower) price = at.lower;
        if (price > at.upper) price = at.upper;
    }

    /// The input that a tick takes for an output, without the fee.
    function inputFor(uint256 out, Depth memory at, bool sellsA) internal pure returns (uint256) {
        uint256 part = at.liquidity == 0 ? 0 : up(out * ONE, at.liquidity);
        if (sellsA) return up(out * at.price, ONE2 / at.price - part);
        return up(out * ONE, at.price * (at.price - part) / ONE);
    }

    /// The output that a tick gives for an input, without the fee.
    function outputFor(uint256 paid, Depth memory at, bool sellsA) internal pure returns (uint256) {
        uint256 part = up(paid * ONE, at.liquidity + 1);
        if (sellsA) return paid * (ONE2 / at.price) / (part + at.price);
        return paid * at.price / (part + (ONE2 - 1) / at.price + 1);
    }

    /// The position of the price within the tick, 8 decimals, after an added input.
    function fraction(uint256 kept, Depth memory at, bool sellsA) internal pure returns (uint256 part) {
        uint256 price = kept * ONE / (at.liquidity == 0 ? 1 : at.liquidity) + (sellsA ? at.price : ONE2 / at.price);
        if (!sellsA) price = ONE2 / price;
        part = (price < at.lower ? 0 : price - at.lower) * ONE / (1e10 * (at.upper - at.lower));
        if (part > 1e8) part = 1e8;
    }

    /// Rounded up; a divisor of 0 counts as 1.
    function up(uint256 n, uint256 d) internal pure returns (uint256) {
        return n == 0 ? 0 : (n - 1) / (d == 0 ? 1 : d) + 1;
    }

    function squareRoot(uint256 n) internal pure returns (uint256 root) {
        if (n < 4) return n == 0 ? 0 : 1;
        unchecked {
            (uint256 left, uint256 bits) = (n, 0);
            for (uint256 step = 64; step > 0; step >>= 1) {
                if (left >> (2 * step) != 0) (left, bits) = (left >> (2 * step), bits + step);
            }
            root = 1 << (bits + 1);
            for (uint256 next = (root + n / root) >> 1; next < root; next = (root + n / root) >> 1) root = next;
        }
    }

    /// The full-width product.
    function mulDiv(uint256 x, uint256 y, uint256 d) internal pure returns (uint256) {
        unchecked {
            uint256 low = x * y;
            uint256 high = mulmod(x, y, type(uint256).max);
            high = high - low - (high < low ? 1 : 0);
            if (high == 0) return low / d;
            require(high < d, "more than 256 bits");
            uint256 rest = mulmod(x, y, d);
            (high, low) = (high - (rest > low ? 1 : 0), low - rest);
            // exact division: by the power of two, then by the inverse of the odd part
            uint256 even = d & (~d + 1);
            (d, low) = (d / even, low / even | high * ((0 - even) / even + 1));
            uint256 inverse = 3 * d ^ 2;
            for (uint256 i = 0; i < 6; i++) inverse *= 2 - d * inverse;
            return low * inverse;
        }
    }
}
