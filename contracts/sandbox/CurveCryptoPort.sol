// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ICoin {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external;
    function transferFrom(address, address, uint256) external;
}

enum Kind {
    Two,
    Tri,
    TriNG
}

/// @notice The invariant by Newton's method, as all kinds work it out, and by the root of a cubic, as Tricrypto-NG does.
library CryptoMath {
    struct Curve {
        Kind kind;
        uint256 n;
        /// A · n^n · 10^4
        uint256 a;
        uint256 gamma;
    }

    /// A balance that is looked for: K0 and the sum of all others.
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
                uint256 least = curve.kind == Kind.TriNG ? 1e16 - 1 : 1e16;
                for (uint256 k = 0; k < x.length; k++) _checkPart(x[k] * WAD / d, least);
                return d;
            }
        }
        revert("no D");
    }

    function newtonY(Curve memory curve, uint256[] memory x, uint256 d, uint256 i) internal pure returns (uint256) {
        _checkY(curve, x, d, i);
        uint256[] memory others = new uint256[](x.length);
        for (uint256 k = 0; k < x.length; k++) others[k] = k == i ? 0 : x[k];
        others = sorted(others);
        (uint256 k0, uint256 sum) = (WAD, 0);
        uint256 y = curve.kind == Kind.Two ? d * d / (others[0] * 4) : d / curve.n;
        for (uint256 k = 0; k + 1 < x.length; k++) {
            uint256 small = others[x.length - 2 - k];
            if (curve.kind != Kind.Two) y = y * d / (small * curve.n);
            sum += small;
            k0 = k0 * others[k] * curve.n / d;
        }
        return _iterateY(curve, Guess(y, d, k0, sum), _max(_max(others[0] / 1e14, d / 1e14), 100));
    }

    /// The balance that is left, and K0 where it is known.
    function getY(Curve memory curve, uint256[] memory x, uint256 d, uint256 i) internal pure returns (uint256, uint256) {
        if (curve.kind != Kind.TriNG) return (newtonY(curve, x, d, i), 0);
        _checkY(curve, x, d, i);
        (int256 y, int256 share) = _cubicY(curve, int256(x[i == 0 ? 1 : 0]), int256(x[i == 2 ? 1 : 2]), int256(d));
        if (share == 0) return (newtonY(curve, x, d, i), 0);
        require(y >= 0 && share > 0, "below 0");
        _checkPart(uint256(y) * WAD / d, 1e16 - 1);
        return (uint256(y), uint256(share));
    }

    function geometricMean(Kind kind, uint256[] memory x) internal pure returns (uint256 mean) {
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
        if (curve.kind == Kind.Two) k0 = 4 * WAD * x[0] / d * x[1] / d;
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
            _checkPart(y * WAD / at.d, 1e16);
            return y;
        }
        revert("no y");
    }

    function _nextY(Curve memory curve, Guess memory at) private pure returns (uint256, bool isFar) {
        uint256 k0 = at.others * at.y * curve.n / at.d;
        uint256 s = at.sum + at.y;
        (uint256 mul2, uint256 mul1) = _bend(curve, k0, at.d);
        mul2 = WAD + 2 * WAD * k0 / mul2;
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
        uint256 s = x[0] + x[1] + x[2];
        if (s > 1e36) return cbrt(x[0] * x[1] / 1e36 * x[2] / share * 27 * 1e12);
        if (s > 1e24) return cbrt(x[0] * x[1] / 1e24 * x[2] / share * 27 * 1e6);
        return cbrt(x[0] * x[1] / 1e18 * x[2] / share * 27);
    }

    /// The balance and its K0; 0 where there may be several.
    function _cubicY(Curve memory curve, int256 xj, int256 xk, int256 d) private pure returns (int256, int256) {
        (int256 root, int256 a) = _cubicRoot(curve, xj, xk, d);
        if (a == 0) return (0, 0);
        return (d * d / 27 / xk * d / xj * root / a, ONE * root / a);
    }

    /// The root in K0, and the first coefficient of what it is the root of; 0 where there may be three roots.
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
        int256 size = _abs(3 * f[0] * f[2] / f[1] - f[1]);
        int256 divider = 1;
        for (uint256 digits = 48; digits >= 20; digits -= 4) {
            if (size <= int256(10 ** digits)) continue;
            divider = int256(10 ** (digits - 18));
            break;
        }
        bool isSmall = _abs(f[0]) > _abs(f[1]);
        int256 more = isSmall ? _abs(f[0] / f[1]) : _abs(f[1] / f[0]);
        for (uint256 k = 0; k < 4; k++) f[k] = (isSmall ? f[k] * more : f[k] / more) / divider;
        return f;
    }

    function _checkInput(Curve memory curve, uint256[] memory x) private pure {
        _checkCurve(curve);
        require(x[0] >= 1e9 && x[0] <= 1e33, "unsafe balance");
        uint256 least = curve.kind == Kind.Two ? 1e14 : 1e11;
        for (uint256 k = 1; k < x.length; k++) require(x[k] * WAD / x[0] >= least, "unsafe balance");
    }

    function _checkY(Curve memory curve, uint256[] memory x, uint256 d, uint256 i) private pure {
        _checkCurve(curve);
        require(d >= 1e17 && d <= 1e33, "unsafe D");
        uint256 times = curve.kind == Kind.Two ? 2 : 1;
        for (uint256 k = 0; k < x.length; k++) {
            if (k == i) continue;
            uint256 part = WAD * times * x[k] / d;
            require(part >= 1e16 * times && part <= 1e20 * times, "unsafe balance");
        }
    }

    function _checkCurve(Curve memory curve) private pure {
        bool isTwo = curve.kind == Kind.Two;
        (uint256 least, uint256 most) = isTwo ? (uint256(4e3), uint256(4e9)) : (uint256(2700), uint256(27e7));
        require(curve.a >= least && curve.a <= most, "unsafe A");
        require(curve.gamma >= 1e10 && curve.gamma <= (isTwo ? 2e16 : 5e16), "unsafe gamma");
    }

    function _checkPart(uint256 part, uint256 least) private pure {
        require(part >= least && part <= 1e20, "unsafe balance");
    }

    function _abs(int256 n) private pure returns (int256) {
        return n < 0 ? -n : n;
    }

    function _max(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a : b;
    }
}

/// @notice A port, not Curve's code: pools of tokens of any price with the interface and the integers of Curve's CryptoSwap,
/// Tricrypto and Tricrypto-NG, as far as `exchange` goes. Shares, ramps, averages and the scale's moves are left out: prices
/// are where the scale is. Checked arithmetic reverts where Vyper's does.
contract CurveCryptoPort {
    struct Settings {
        Kind kind;
        uint256 a;
        uint256 gamma;
        /// In 10^-10, as the next.
        uint256 mid_fee;
        uint256 out_fee;
        uint256 fee_gamma;
    }

    uint256 private constant WAD = 1e18;

    Settings private settings;
    address[] public coins;
    uint256[] public balances;
    uint256[] private precisions;
    uint256[] private scale;
    uint256 public D;
    uint256 public virtual_price;
    uint256 public totalSupply;
    uint256 public future_A_gamma_time;
    bool public is_killed;
    uint256 public xcp_profit;
    uint256 public last_prices_timestamp;

    constructor(Settings memory chosen, address[] memory coins_, uint256[] memory precisions_) {
        (settings, coins, precisions) = (chosen, coins_, precisions_);
        balances = new uint256[](coins_.length);
    }

    /// In place of `add_liquidity`: the first shares, at this scale. What was there stays with the pool, uncounted.
    function fill(uint256[] calldata amounts, uint256[] calldata scale_) external {
        scale = scale_;
        for (uint256 i = 0; i < amounts.length; i++) {
            ICoin(coins[i]).transferFrom(msg.sender, address(this), amounts[i]);
            balances[i] = amounts[i];
        }
        D = CryptoMath.newtonD(_curve(), _scaled(balances), 0);
        (virtual_price, xcp_profit, totalSupply) = (WAD, WAD, _xcp());
    }

    function exchange(uint256 i, uint256 j, uint256 dx, uint256 minOut) external {
        require(i != j && dx > 0, "nothing");
        ICoin(coins[i]).transferFrom(msg.sender, address(this), dx);
        (uint256 dy, uint256 share) = _priced(i, j, dx);
        require(dy >= minOut, "too little");
        (balances[i], balances[j]) = (balances[i] + dx, balances[j] - dy);
        _tweak(share, dx > 1e5 && dy > 1e5);
        ICoin(coins[j]).transfer(msg.sender, dy);
        // the pools of before answer nothing
        if (settings.kind == Kind.TriNG) assembly {
            mstore(0, dy)
            return(0, 0x20)
        }
    }

    function get_dy(uint256 i, uint256 j, uint256 dx) external view returns (uint256 dy) {
        (dy,) = _priced(i, j, dx);
    }

    function A() external view returns (uint256) {
        return settings.a;
    }

    function gamma() external view returns (uint256) {
        return settings.gamma;
    }

    function mid_fee() external view returns (uint256) {
        return settings.mid_fee;
    }

    function out_fee() external view returns (uint256) {
        return settings.out_fee;
    }

    function fee_gamma() external view returns (uint256) {
        return settings.fee_gamma;
    }

    function fee() external view returns (uint256) {
        return _fee(_scaled(balances));
    }

    function adjustment_step() external pure returns (uint256) {
        return 1e11;
    }

    function price_scale() external view returns (uint256) {
        return scale[0];
    }

    function price_scale(uint256 k) external view returns (uint256) {
        return scale[k];
    }

    function price_oracle() external view returns (uint256) {
        return scale[0];
    }

    function price_oracle(uint256 k) external view returns (uint256) {
        return scale[k];
    }

    function last_prices() external view returns (uint256) {
        return scale[0];
    }

    function last_prices(uint256 k) external view returns (uint256) {
        return scale[k];
    }

    /// What is paid for `dx`, and K0 where it is known.
    function _priced(uint256 i, uint256 j, uint256 dx) private view returns (uint256 dy, uint256 share) {
        uint256[] memory held = balances;
        held[i] += dx;
        uint256[] memory xp = _scaled(held);
        uint256 y;
        (y, share) = CryptoMath.getY(_curve(), xp, D, j);
        dy = xp[j] - y - 1;
        xp[j] = y;
        if (j > 0) dy = dy * WAD / scale[j - 1];
        dy /= precisions[j];
        dy -= _fee(xp) * dy / 1e10;
    }

    /// What a trade does to the pool where the scale stays.
    function _tweak(uint256 share, bool isPriced) private {
        CryptoMath.Curve memory curve = _curve();
        uint256[] memory xp = _scaled(balances);
        D = CryptoMath.newtonD(curve, xp, share);
        if (!isPriced && settings.kind != Kind.TriNG) _checkPrices(curve, xp);
        uint256 price = WAD * _xcp() / totalSupply;
        require(settings.kind == Kind.TriNG ? price > virtual_price : price >= virtual_price, "Loss");
        (xcp_profit, last_prices_timestamp) = (xcp_profit * price / virtual_price, block.timestamp);
        virtual_price = price;
    }

    /// Of next to nothing no price is known: it is worked out by a millionth of the first balance.
    function _checkPrices(CryptoMath.Curve memory curve, uint256[] memory xp) private view {
        uint256[] memory nudged = new uint256[](xp.length);
        for (uint256 k = 0; k < xp.length; k++) nudged[k] = xp[k];
        uint256 dx = xp[0] / 1e6;
        nudged[0] += dx;
        for (uint256 k = 1; k < xp.length; k++) scale[k - 1] * dx / (xp[k] - CryptoMath.newtonY(curve, nudged, D, k));
    }

    function _scaled(uint256[] memory held) private view returns (uint256[] memory xp) {
        xp = new uint256[](held.length);
        xp[0] = held[0] * precisions[0];
        for (uint256 k = 1; k < held.length; k++) xp[k] = held[k] * scale[k - 1] * precisions[k] / WAD;
    }

    /// The geometric mean of what the shares would be in a pool where all tokens are of one value.
    function _xcp() private view returns (uint256) {
        uint256 n = coins.length;
        uint256[] memory parts = new uint256[](n);
        parts[0] = D / n;
        for (uint256 k = 1; k < n; k++) parts[k] = D * WAD / (n * scale[k - 1]);
        return CryptoMath.geometricMean(settings.kind, settings.kind == Kind.TriNG ? parts : CryptoMath.sorted(parts));
    }

    function _fee(uint256[] memory xp) private view returns (uint256) {
        uint256 f = CryptoMath.evenness(xp);
        if (xp.length == 2 || settings.fee_gamma > 0) {
            f = settings.fee_gamma * WAD / (settings.fee_gamma + WAD - f);
        }
        return (settings.mid_fee * f + settings.out_fee * (WAD - f)) / WAD;
    }

    function _curve() private view returns (CryptoMath.Curve memory) {
        return CryptoMath.Curve(settings.kind, coins.length, settings.a, settings.gamma);
    }
}
