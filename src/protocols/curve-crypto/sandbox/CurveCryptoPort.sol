// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CryptoMath, Kind} from "./CryptoMath.sol";
import {ICoin} from "../../../../contracts/sandbox/ICoin.sol";

/// @notice A port, not Curve's code: pools of tokens with any price ratio, with the interface and integers of Curve's
/// CryptoSwap, Tricrypto, Tricrypto-NG and Twocrypto-NG, limited to `exchange`. Shares, ramps, averages and
/// moves of the price scale are left out: prices are at the scale. Checked arithmetic reverts where Vyper's does.
contract CurveCryptoPort {
    struct Settings {
        Kind kind;
        uint256 a;
        uint256 gamma;
        /// In 10^-10, as the next.
        uint256 mid_fee;
        uint256 out_fee;
        uint256 fee_gamma;
        /// Of version 0.3.3.
        bool dividesSum;
    }

    uint256 private constant WAD = 1e18;

    Kind private kind;
    bool private dividesSum;
    uint256 public A;
    uint256 public gamma;
    uint256 public mid_fee;
    uint256 public out_fee;
    uint256 public fee_gamma;
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
        (kind, dividesSum, A, gamma) = (chosen.kind, chosen.dividesSum, chosen.a, chosen.gamma);
        (mid_fee, out_fee, fee_gamma) = (chosen.mid_fee, chosen.out_fee, chosen.fee_gamma);
        (coins, precisions) = (coins_, precisions_);
        balances = new uint256[](coins_.length);
    }

    /// Replaces `add_liquidity`: the first shares, at this scale. Tokens already there stay in the pool, uncounted.
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
        // the first pools return nothing
        if (_isNew()) assembly {
            mstore(0, dy)
            return(0, 0x20)
        }
    }

    function get_dy(uint256 i, uint256 j, uint256 dx) external view returns (uint256 dy) {
        (dy,) = _priced(i, j, dx);
    }

    function fee() external view returns (uint256) {
        return _fee(_scaled(balances));
    }

    function adjustment_step() external pure returns (uint256) {
        return 1e11;
    }

    /// For Twocrypto-NG, whose math is a contract of its own with a version.
    function MATH() external view returns (address) {
        return address(this);
    }

    function version() external pure returns (string memory) {
        return "v2.1.0";
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

    /// The payment for `dx`, and K0 if it is known.
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

    /// How a trade changes the pool if the scale stays.
    function _tweak(uint256 share, bool isPriced) private {
        CryptoMath.Curve memory curve = _curve();
        uint256[] memory xp = _scaled(balances);
        D = CryptoMath.newtonD(curve, xp, share);
        if (!isPriced && !_isNew()) _checkPrices(curve, xp);
        if (kind == Kind.TwoNG) require(D >= 1e17 && D <= 1e33, "unsafe D");
        uint256 price = WAD * _xcp() / totalSupply;
        require(_isNew() ? price > virtual_price : price >= virtual_price, "Loss");
        (xcp_profit, last_prices_timestamp) = (xcp_profit * price / virtual_price, block.timestamp);
        virtual_price = price;
    }

    /// A tiny trade shows no price: it is computed from a millionth of the first balance.
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

    /// The geometric mean of the shares in a pool whose tokens all have the same value.
    function _xcp() private view returns (uint256) {
        uint256 n = coins.length;
        uint256[] memory parts = new uint256[](n);
        parts[0] = D / n;
        for (uint256 k = 1; k < n; k++) parts[k] = D * WAD / (n * scale[k - 1]);
        return CryptoMath.geometricMean(kind, _isNew() ? parts : CryptoMath.sorted(parts));
    }

    function _fee(uint256[] memory xp) private view returns (uint256) {
        uint256 f = CryptoMath.evenness(xp);
        if (xp.length == 2 || fee_gamma > 0) {
            f = fee_gamma * WAD / (fee_gamma + WAD - f);
        }
        return (mid_fee * f + out_fee * (WAD - f)) / WAD;
    }

    function _isNew() private view returns (bool) {
        return kind == Kind.TriNG || kind == Kind.TwoNG;
    }

    function _curve() private view returns (CryptoMath.Curve memory) {
        return CryptoMath.Curve(kind, coins.length, A, gamma, dividesSum);
    }
}
