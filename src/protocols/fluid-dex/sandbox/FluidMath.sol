// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @notice A port, not Instadapp's code: numbers as Fluid stores them, and the reserves of its two curves.
library FluidMath {
    uint256 internal constant ONE = 1e27;

    struct Pair {
        uint256 x;
        uint256 y;
    }

    struct Range {
        uint256 upper;
        uint256 lower;
        uint256 mean;
    }

    /// Leading bits and a shift of 8 bits.
    function unpack(uint256 packed) internal pure returns (uint256) {
        return (packed >> 8) << (packed & 0xff);
    }

    function bits(uint256 word, uint256 at, uint256 count) internal pure returns (uint256) {
        return (word >> at) & ((1 << count) - 1);
    }

    function pack(uint256 n, uint256 size, bool up) internal pure returns (uint256) {
        uint256 length_ = length(n);
        uint256 shift = length_ > size ? length_ - size : 0;
        uint256 kept = n >> shift;
        if (up && shift > 0) {
            kept++;
            if (kept == 1 << size) (kept, shift) = (kept >> 1, shift + 1);
        }
        return (kept << 8) | shift;
    }

    /// Bits up to the leading one.
    function length(uint256 n) internal pure returns (uint256 found) {
        unchecked {
            for (uint256 step = 128; step > 0; step >>= 1) {
                if (n >> step != 0) (n, found) = (n >> step, found + step);
            }
            return n == 0 ? 0 : found + 1;
        }
    }

    function root(uint256 n) internal pure returns (uint256 found) {
        if (n == 0) return 0;
        unchecked {
            found = 1 << ((length(n) + 1) / 2);
            while (true) {
                uint256 next = (found + n / found) >> 1;
                if (next >= found) return found;
                found = next;
            }
        }
    }

    function rangeAround(uint256 centre, uint256 above, uint256 below) internal pure returns (Range memory r) {
        r.upper = (centre * 1e6) / (1e6 - above);
        r.lower = (centre * (1e6 - below)) / 1e6;
        r.mean = r.upper < 1e38 ? root(r.upper * r.lower) : root((r.upper / 1e18) * (r.lower / 1e18)) * 1e18;
    }

    /// At a mean of 1 or more the two tokens change places: the caller swaps them.
    function turned(Range memory r) internal pure returns (Range memory) {
        return Range(1e54 / r.lower, 1e54 / r.upper, 1e54 / r.mean);
    }

    /// Imaginary reserves of the supplied tokens, for a mean below 1.
    function overSupply(Range memory r, Pair memory real) internal pure returns (Pair memory imaginary) {
        uint256 width = r.upper - r.mean;
        uint256 half = (r.mean * real.x + real.y * ONE) / (width * 2);
        uint256 product = real.x * real.y;
        uint256 rest = product < 1e50 ? (product * ONE) / width : (product / width) * ONE;
        uint256 beyond = half + root(rest + half * half);
        imaginary = Pair(beyond + real.x, (beyond * r.mean) / ONE + real.y);
    }

    /// Real and imaginary reserves of the debt, for a mean below 1.
    function overDebt(Range memory r, Pair memory owed)
        internal
        pure
        returns (Pair memory real, Pair memory imaginary)
    {
        int256 half = (int256(owed.x * r.mean) - int256(owed.y * ONE)) / int256(ONE * 2);
        uint256 product = owed.x * owed.y;
        uint256 rest = product < 1e50 ? (product * r.lower) / ONE : (product / ONE) * r.lower;
        real.y = uint256(half + int256(root(rest + uint256(half * half))));
        uint256 above = real.y * ONE - owed.x * r.lower;
        require(above >= 1e6, "debt reserves too low");
        imaginary.y = real.y < 1e25 ? (real.y * real.y * ONE) / above : (real.y * real.y) / (above / ONE);
        imaginary.x = (imaginary.y * owed.x) / real.y - owed.x;
        real.x = (imaginary.x * owed.y) / (imaginary.y + owed.y);
    }
}
