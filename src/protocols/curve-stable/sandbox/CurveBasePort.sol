// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CurveSharesPort} from "./CurveSharesPort.sol";
import {CurveStablePort} from "./CurveStablePort.sol";
import {ICoin} from "../../../../contracts/sandbox/ICoin.sol";

/// @notice A port, not Curve's code: a base pool, with what a metapool needs of it.
contract CurveBasePort is CurveStablePort {
    CurveSharesPort public immutable token = new CurveSharesPort();

    constructor(Settings memory chosen, address[] memory coins_, uint256[] memory rates_)
        CurveStablePort(chosen, coins_, rates_)
    {}

    /// Replaces the first `add_liquidity`: mints a given number of shares.
    function mintTo(address to, uint256 shares) external {
        token.mint(to, shares);
    }

    function giveTo(address to, uint256 shares) external {
        token.give(to, shares);
    }

    function get_virtual_price() external view returns (uint256) {
        (, uint256 d) = _scaled(_rates());
        return d * WAD / token.totalSupply();
    }

    function add_liquidity(uint256[2] calldata amounts, uint256 least) external {
        require(!isNew && coins.length == 2, "no such function");
        uint256[] memory all = new uint256[](2);
        (all[0], all[1]) = (amounts[0], amounts[1]);
        _add(all, least);
    }

    function add_liquidity(uint256[3] calldata amounts, uint256 least) external {
        require(!isNew && coins.length == 3, "no such function");
        uint256[] memory all = new uint256[](3);
        (all[0], all[1], all[2]) = (amounts[0], amounts[1], amounts[2]);
        _add(all, least);
    }

    function add_liquidity(uint256[] calldata amounts, uint256 least) external returns (uint256) {
        require(isNew, "no such function");
        return _add(amounts, least);
    }

    function remove_liquidity_one_coin(uint256 burned, int128 i, uint256 least) external {
        require(!isNew || burned > 0, "nothing");
        uint256 k = _index(i);
        (uint256 dy, uint256 part, uint256[] memory xp, uint256 d) = _withdrawal(burned, k);
        require(dy >= least, "too little");
        uint256 kept = part * admin_fee / UNIT;
        if (isNew) (stored[k], admins[k]) = (stored[k] - dy, admins[k] + kept);
        else stored[k] -= dy + kept;
        token.burnFrom(msg.sender, burned);
        ICoin(coins[k]).transfer(msg.sender, dy);
        if (isNew) _upkeep(xp, d);
    }

    function calc_withdraw_one_coin(uint256 burned, int128 i) external view returns (uint256 dy) {
        (dy,,,) = _withdrawal(burned, _index(i));
    }

    function _add(uint256[] memory amounts, uint256 least) private returns (uint256 shares) {
        (uint256 supply, uint256[] memory r) = (token.totalSupply(), _rates());
        (, uint256 before) = _scaled(r);
        uint256[] memory old = new uint256[](amounts.length);
        for (uint256 k = 0; k < old.length; k++) {
            old[k] = balances(k);
            if (amounts[k] > 0) stored[k] += _take(k, amounts[k]);
        }
        (uint256[] memory xp, uint256 whole) = _scaled(r);
        require(whole > before, "D does not grow");
        for (uint256 k = 0; k < old.length; k++) {
            uint256 part = _partOf(k, old[k], r[k] * (old[k] + balances(k)) / WAD, before, whole);
            uint256 kept = part * admin_fee / UNIT;
            xp[k] = r[k] * (balances(k) - part) / WAD;
            if (isNew) admins[k] += kept;
            else stored[k] -= kept;
        }
        uint256 d = _getD(xp);
        shares = supply * (d - before) / before;
        if (isNew) _upkeep(xp, d);
        require(shares >= least, "too little");
        token.mint(msg.sender, shares);
    }

    /// The fee on a balance for its distance from the balanced share.
    function _partOf(uint256 k, uint256 old, uint256 mean, uint256 before, uint256 whole)
        private
        view
        returns (uint256)
    {
        (uint256 now_, uint256 even) = (balances(k), whole * old / before);
        uint256 apart = even > now_ ? even - now_ : now_ - even;
        return _fee(_evenFee(), mean, (before + whole) / coins.length) * apart / UNIT;
    }

    function _evenFee() private view returns (uint256) {
        return fee * coins.length / (4 * (coins.length - 1));
    }

    /// @return dy the payment @return part the fee @return xp balances before any fee @return d the invariant then
    function _withdrawal(uint256 burned, uint256 i)
        private
        view
        returns (uint256 dy, uint256 part, uint256[] memory xp, uint256 d)
    {
        uint256 before;
        uint256[] memory r = _rates();
        (xp, before) = _scaled(r);
        d = before - burned * before / token.totalSupply();
        uint256 y = _getY(i, xp, d);
        uint256[] memory reduced = new uint256[](xp.length);
        for (uint256 k = 0; k < xp.length; k++) {
            uint256 moved = k == i ? xp[k] * d / before - y : xp[k] - xp[k] * d / before;
            uint256 taken = _fee(_evenFee(), k == i ? (xp[k] + y) / 2 : xp[k], (before + d) / (2 * xp.length));
            reduced[k] = xp[k] - taken * moved / UNIT;
        }
        dy = (reduced[i] - _getY(i, reduced, d) - 1) * WAD / r[i];
        part = (xp[i] - y) * WAD / r[i] - dy;
        xp[i] = y;
    }
}
