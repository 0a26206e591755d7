// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

enum Kind {
    Two,
    Tri,
    TriNG,
    TwoNG
}

/// @notice The invariant by Newton's method, as all kinds work it out, and by the root of a cubic, as Tricrypto-NG and
/// Twocrypto-NG do.
library CryptoMath {
    struct Curve {
        Kind kind;
        uint256 n;
        /// A · n^n · 10^4
        uint256 a;
        uint256 gamma;
        /// As CurveCryptoSwap2 of version 0.3.3 does when it looks for a balance.
        bool dividesSum;
    }

    /// For a balance to find: K0 and the sum of all others.
    struct Guess {
        uint256 y;
        uint256 d;
        uint256 others;
        uint256 sum;
    }

    uint256 private constant WAD = 1e18;
    int256 private constant ONE = 1e18;

    function newtonD(Curve memory curve, uint256[] memory unsorted, uint256 share) internal pure returns (uint256 d) {
        uint256[] memory x = sorted(unsorted);
        if (curve.kind == Kind.TriNG) require(x[0] > 0, "empty pool");
        else _checkInput(curve, x);
        d = share == 0 ? curve.n * geometricMean(curve.kind, x) : _guess(x, share);
        for (uint256 step = 0; step < 255; step++) {
            uint256 last = d;
            d = _nextD(curve, x, last);
            uint256 diff = d > last ? d - last : last - d;
            if (diff * 1e14 < (d > 1e16 ? d : 1e16)) {
                for (uint256 k = 0; k < x.length; k++) _checkFound(curve, x[k] * WAD / d, curve.kind == Kind.TriNG);
                return d;
            }
        }
        revert("no D");
    }

    function newtonY(Curve memory curve, uint256[] memory x, uint256 d, uint256 i) internal pure returns (uint256) {
        checkY(curve, x, d, i);
        uint256[] memory others = new uint256[](x.length);
        for (uint256 k = 0; k < x.length; k++) others[k] = k == i ? 0 : x[k];
        others = sorted(others);
        (uint256 k0, uint256 sum) = (WAD, 0);
        uint256 y = x.length == 2 ? d * d / (others[0] * 4) : d / curve.n;
        for (uint256 k = 0; k + 1 < x.length; k++) {
            uint256 small = others[x.length - 2 - k];
            if (x.length > 2) y = y * d / (small * curve.n);
            sum += small;
            k0 = k0 * others[k] * curve.n / d;
        }
        return _iterateY(curve, Guess(y, d, k0, sum), _max(_max(others[0] / 1e14, d / 1e14), 100));
    }

    /// The remaining balance, and K0 if it is known.
    function getY(Curve memory curve, uint256[] memory x, uint256 d, uint256 i) internal pure returns (uint256, uint256) {
        if (curve.kind == Kind.TwoNG) return PairMath.getY(curve, x, d, i);
        if (curve.kind != Kind.TriNG) return (newtonY(curve, x, d, i), 0);
        checkY(curve, x, d, i);
        (int256 y, int256 share) = _cubicY(curve, int256(x[i == 0 ? 1 : 0]), int256(x[i == 2 ? 1 : 2]), int256(d));
        if (share == 0) return (newtonY(curve, x, d, i), 0);
        require(y >= 0 && share > 0, "below 0");
        _checkFound(curve, uint256(y) * WAD / d, true);
        return (uint256(y), uint256(share));
    }

    function geometricMean(Kind kind, uint256[] memory x) internal pure returns (uint256 mean) {
        if (kind == Kind.TwoNG) return sqrt(x[0] * x[1]);
        if (kind == Kind.TriNG) return cbrt(x[0] * x[1] / WAD * x[2] / WAD);
        mean = x[0];
        for (uint256 step = 0; step < 255; step++) {
            uint256 last = mean;
            if (kind == Kind.Two) {
                mean = (last + x[0] * x[1] / last) / 2;
            } else {
                uint256 part = WAD;
                for (uint256 k = 0; k < x.length; k++) part = part * x[k] / last;
                mean = last * (2 * WAD + part) / (3 * WAD);
            }
            uint256 diff = mean > last ? mean - last : last - mean;
            if (diff <= 1 || diff * WAD < mean) return mean;
        }
        revert("no mean");
    }

    /// n^n · product / sum^n
    function evenness(uint256[] memory x) internal pure returns (uint256 part) {
        if (x.length == 2) {
            uint256 two = x[0] + x[1];
            return 4 * WAD * x[0] / two * x[1] / two;
        }
        uint256 sum = x[0] + x[1] + x[2];
        part = WAD;
        for (uint256 k = 0; k < 3; k++) part = part * 3 * x[k] / sum;
    }

    /// From the largest to the smallest.
    function sorted(uint256[] memory unsorted) internal pure returns (uint256[] memory x) {
        x = new uint256[](unsorted.length);
        for (uint256 k = 0; k < x.length; k++) {
            uint256 at = k;
            for (; at > 0 && x[at - 1] < unsorted[k]; at--) x[at] = x[at - 1];
            x[at] = unsorted[k];
        }
    }

    function cbrt(uint256 x) internal pure returns (uint256 root) {
        if (x == 0) return 0;
        uint256 edge = 115792089237316195423570985008687907853269;
        uint256 full = x >= edge * WAD ? x : x >= edge ? x * WAD : x * 1e36;
        uint256 bits = 0;
        for (uint256 rest = full; rest > 1; rest >>= 1) bits++;
        root = 2 ** (bits / 3) * 1260 ** (bits % 3) / 1000 ** (bits % 3);
        for (uint256 step = 0; step < 7; step++) root = (2 * root + full / (root * root)) / 3;
        if (x >= edge * WAD) root *= 1e12;
        else if (x >= edge) root *= 1e6;
    }

    function sqrt(uint256 x) internal pure returns (uint256 root) {
        uint256 next = (x >> 1) + 1;
        root = x;
        while (next < root) (root, next) = (next, (x / next + next) / 2);
    }

    function _nextD(Curve memory curve, uint256[] memory x, uint256 d) private pure returns (uint256) {
        uint256 k0 = WAD;
        uint256 s = 0;
        for (uint256 k = 0; k < x.length; k++) {
            s += x[k];
            k0 = k0 * x[k] * curve.n / d;
        }
        if (x.length == 2) k0 = 4 * WAD * x[0] / d * x[1] / d;
        (uint256 g, uint256 mul1) = _bend(curve, k0, d);
        uint256 mul2 = 2 * WAD * curve.n * k0 / g;
        uint256 fall = s + s * mul2 / WAD + mul1 * curve.n / k0 - mul2 * d / WAD;
        uint256 plus = d * (fall + s) / fall;
        uint256 minus = d * d / fall;
        uint256 moved = d * (mul1 / fall) / WAD;
        if (k0 < WAD) minus += moved * (WAD - k0) / k0;
        else minus -= moved * (k0 - WAD) / k0;
        return plus > minus ? plus - minus : (minus - plus) / 2;
    }

    function _iterateY(Curve memory curve, Guess memory at, uint256 limit) private pure returns (uint256) {
        for (uint256 step = 0; step < 255; step++) {
            (uint256 y, bool isFar) = _nextY(curve, at);
            uint256 diff = y > at.y ? y - at.y : at.y - y;
            at.y = y;
            if (isFar || diff >= _max(limit, y / 1e14)) continue;
            if (curve.kind != Kind.TwoNG) _checkFound(curve, y * WAD / at.d, false);
            return y;
        }
        revert("no y");
    }

    function _nextY(Curve memory curve, Guess memory at) private pure returns (uint256, bool isFar) {
        uint256 k0 = at.others * at.y * curve.n / at.d;
        uint256 s = at.sum + at.y;
        (uint256 mul2, uint256 mul1) = _bend(curve, k0, at.d);
        mul2 = curve.dividesSum ? (WAD + 2 * WAD * k0) / mul2 : WAD + 2 * WAD * k0 / mul2;
        uint256 rise = WAD * at.y + s * mul2 + mul1;
        if (rise < at.d * mul2) return (at.y / 2, true);
        rise -= at.d * mul2;
        uint256 slope = rise / at.y;
        uint256 minus = mul1 / slope;
        uint256 plus = (rise + WAD * at.d) / slope + minus * WAD / k0;
        minus += WAD * s / slope;
        return (plus < minus ? at.y / 2 : plus - minus, false);
    }

    function _bend(Curve memory curve, uint256 k0, uint256 d) private pure returns (uint256 g, uint256 mul1) {
        g = curve.gamma + WAD;
        g = g > k0 ? g - k0 + 1 : k0 - g + 1;
        mul1 = WAD * d / curve.gamma * g / curve.gamma * g * 10000 / curve.a;
    }

    function _guess(uint256[] memory x, uint256 share) private pure returns (uint256) {
        if (x.length == 2) {
            uint256 d = sqrt(4 * x[0] * x[1] / share * WAD);
            return d < x[0] + x[1] ? d : x[0] + x[1];
        }
        uint256 s = x[0] + x[1] + x[2];
        if (s > 1e36) return cbrt(x[0] * x[1] / 1e36 * x[2] / share * 27 * 1e12);
        if (s > 1e24) return cbrt(x[0] * x[1] / 1e24 * x[2] / share * 27 * 1e6);
        return cbrt(x[0] * x[1] / 1e18 * x[2] / share * 27);
    }

    /// The balance and its K0; 0 if there may be several.
    function _cubicY(Curve memory curve, int256 xj, int256 xk, int256 d) private pure returns (int256, int256) {
        (int256 root, int256 a) = _cubicRoot(curve, xj, xk, d);
        if (a == 0) return (0, 0);
        return (d * d / 27 / xk * d / xj * root / a, ONE * root / a);
    }

    /// The root in K0, and the first coefficient of its polynomial; 0 if there may be three roots.
    function _cubicRoot(Curve memory curve, int256 xj, int256 xk, int256 d) private pure returns (int256, int256) {
        int256[4] memory f = _scaledCubic(_cubic(curve, xj, xk, d));
        int256 ac = 3 * f[0] * f[2];
        int256 delta0 = ac / f[1] - f[1];
        int256 delta1 = 3 * ac / f[1] - 2 * f[1] - 27 * f[0] ** 2 / f[1] * f[3] / f[1];
        int256 root = delta1 ** 2 + 4 * delta0 ** 2 / f[1] * delta0;
        if (root <= 0) return (0, 0);
        root = int256(sqrt(uint256(root)));
        int256 second = delta1 > 0
            ? int256(cbrt(uint256(delta1 + root) / 2))
            : -int256(cbrt(uint256(root - delta1) / 2));
        int256 first = f[1] < 0 ? -int256(cbrt(uint256(-f[1]))) : int256(cbrt(uint256(f[1])));
        int256 c1 = first * first / ONE * second / ONE;
        return ((f[1] + f[1] * delta0 / c1 - c1) / 3, f[0]);
    }

    function _cubic(Curve memory curve, int256 xj, int256 xk, int256 d) private pure returns (int256[4] memory f) {
        (int256 ann, int256 g) = (int256(curve.a), int256(curve.gamma));
        f[0] = int256(1e36) / 27;
        f[1] = int256(1e36) / 9 + 2 * ONE * g / 27 - d * d / xj * (g * g) * ann / 729 / 10000 / xk;
        f[2] = int256(1e36) / 9 + g * (g + 4 * ONE) / 27 + g * g * (xj + xk - d) / d * ann / 27 / 10000;
        f[3] = (ONE + g) ** 2 / 27;
    }

    function _scaledCubic(int256[4] memory f) private pure returns (int256[4] memory) {
        int256 size = abs(3 * f[0] * f[2] / f[1] - f[1]);
        int256 divider = 1;
        for (uint256 digits = 48; digits >= 20; digits -= 4) {
            if (size <= int256(10 ** digits)) continue;
            divider = int256(10 ** (digits - 18));
            break;
        }
        bool isSmall = abs(f[0]) > abs(f[1]);
        int256 more = isSmall ? abs(f[0] / f[1]) : abs(f[1] / f[0]);
        for (uint256 k = 0; k < 4; k++) f[k] = (isSmall ? f[k] * more : f[k] / more) / divider;
        return f;
    }

    function _checkInput(Curve memory curve, uint256[] memory x) private pure {
        _checkCurve(curve);
        require(x[0] >= 1e9 && x[0] <= 1e33, "unsafe balance");
        uint256 least = x.length == 2 ? 1e14 : 1e11;
        for (uint256 k = 1; k < x.length; k++) require(x[k] * WAD / x[0] >= least, "unsafe balance");
    }

    function checkY(Curve memory curve, uint256[] memory x, uint256 d, uint256 i) internal pure {
        _checkCurve(curve);
        require(d >= 1e17 && d <= 1e33, "unsafe D");
        uint256 times = x.length == 2 ? 2 : 1;
        (uint256 least, uint256 most) = (1e16 * times, 1e20 * times);
        if (curve.kind == Kind.TwoNG) (least, most) = (1e36 / PairMath.most(curve), PairMath.most(curve));
        for (uint256 k = 0; k < x.length; k++) {
            if (k == i) continue;
            uint256 part = WAD * times * x[k] / d;
            require(part >= least && part <= most, "unsafe balance");
        }
    }

    function _checkCurve(Curve memory curve) private pure {
        (uint256 least, uint256 most, uint256 gamma) = (2700, 27e7, 5e16);
        if (curve.kind == Kind.Two) (least, most, gamma) = (4e3, 4e9, 2e16);
        if (curve.kind == Kind.TwoNG) (least, most, gamma) = (4e3, 4e7, 199e15);
        require(curve.a >= least && curve.a <= most, "unsafe A");
        require(curve.gamma >= 1e10 && curve.gamma <= gamma, "unsafe gamma");
    }

    /// Checks a balance that was found, or one from which D was found.
    function _checkFound(Curve memory curve, uint256 part, bool isRounded) private pure {
        (uint256 least, uint256 most) = curve.kind == Kind.TwoNG ? (5e15, 5e19) : (1e16, 1e20);
        require(part >= (isRounded ? least - 1 : least) && part <= most, "unsafe balance");
    }

    function abs(int256 n) internal pure returns (int256) {
        return n < 0 ? -n : n;
    }

    function _max(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a : b;
    }
}

/// @notice The root of the cubic that the invariant of two tokens becomes when one of them is given. Arithmetic is
/// checked where that of Twocrypto-NG is.
library PairMath {
    int256 private constant ONE = 1e18;

    /// What a balance may be of D, and of which it may be the inverse part, times two.
    function most(CryptoMath.Curve memory curve) internal pure returns (uint256) {
        return curve.gamma > 2e16 ? 1e20 * 2e16 / curve.gamma : 1e20;
    }

    function getY(CryptoMath.Curve memory curve, uint256[] memory x, uint256 d, uint256 i)
        internal
        pure
        returns (uint256 y, uint256 share)
    {
        CryptoMath.checkY(curve, x, d, i);
        int256[4] memory f = _scaled(_cubic(int256(curve.a), int256(curve.gamma), int256(x[1 - i]), int256(d)));
        (int256 root, bool isOne) = _root(f);
        if (!isOne) return (CryptoMath.newtonY(curve, x, d, i), 0);
        unchecked {
            y = _unsigned(int256(d * d / x[1 - i]) * root / 4 / ONE);
        }
        share = _unsigned(root);
        uint256 part = y * 1e18 / d;
        require(part >= 1e36 / 2 / most(curve) && part <= most(curve) / 2, "unsafe balance");
    }

    function _cubic(int256 ann, int256 g, int256 xj, int256 d) private pure returns (int256[4] memory f) {
        int256 steep = ann * (g * g);
        f[0] = 1e32;
        f[1] = d * steep / 400000000 / xj - 3e32 - 2 * g * 1e14;
        f[2] = 3e32 + 4 * g * 1e14 + g * g / 1e4 + 4 * steep / 400000000 * xj / d - 4 * steep / 400000000;
        f[3] = -((ONE + g) ** 2 / 1e4);
    }

    function _scaled(int256[4] memory f) private pure returns (int256[4] memory) {
        (int256 delta0, int256 delta1) = _deltas(f);
        int256 size = CryptoMath.abs(delta0) < CryptoMath.abs(delta1) ? CryptoMath.abs(delta0) : CryptoMath.abs(delta1);
        if (f[0] < size) size = f[0];
        int256 divider = size > 1e20 ? int256(1e2) : int256(1);
        for (uint256 digits = 24; digits <= 30; digits += 2) {
            if (size > int256(10 ** digits)) divider = int256(10 ** (digits - 18));
        }
        for (uint256 k = 0; k < 4; k++) f[k] /= divider;
        return f;
    }

    function _deltas(int256[4] memory f) private pure returns (int256 delta0, int256 delta1) {
        delta0 = 3 * f[0] * f[2] / f[1] - f[1];
        delta1 = 3 * delta0 + f[1] - 27 * f[0] ** 2 / f[1] * f[3] / f[1];
    }

    function _root(int256[4] memory f) private pure returns (int256, bool isOne) {
        (int256 delta0, int256 delta1) = _deltas(f);
        int256 b = f[1];
        int256 square = delta1 ** 2 + _times(4 * delta0 ** 2 / b, delta0);
        if (square <= 0) return (0, false);
        square = int256(CryptoMath.sqrt(uint256(square)));
        int256 first = b > 0 ? _cbrt(b) : -_cbrt(-b);
        int256 c1 = _times(first ** 2 / ONE, delta1 > 0 ? _cbrt((delta1 + square) / 2) : -_cbrt((square - delta1) / 2))
            / ONE;
        return ((_times(ONE, c1) - _times(ONE, b) - _times(ONE, b) / c1 * delta0) / (3 * f[0]), true);
    }

    function _times(int256 a, int256 b) private pure returns (int256) {
        unchecked {
            return a * b;
        }
    }

    function _cbrt(int256 n) private pure returns (int256) {
        return int256(CryptoMath.cbrt(_unsigned(n)));
    }

    function _unsigned(int256 n) private pure returns (uint256) {
        require(n >= 0, "below 0");
        return uint256(n);
    }
}
