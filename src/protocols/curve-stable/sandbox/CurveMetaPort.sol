// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CurveStablePort} from "./CurveStablePort.sol";
import {ICoin} from "../../../../contracts/sandbox/ICoin.sol";

interface IBasePool {
    function get_virtual_price() external view returns (uint256);
    function calc_withdraw_one_coin(uint256 burned, int128 i) external view returns (uint256);
    function remove_liquidity_one_coin(uint256 burned, int128 i, uint256 least) external;
    function add_liquidity(uint256[2] calldata amounts, uint256 least) external;
    function add_liquidity(uint256[3] calldata amounts, uint256 least) external;
    function add_liquidity(uint256[] calldata amounts, uint256 least) external returns (uint256);
}

/// @notice A port, not Curve's code: pools of a token and of shares of another pool with the interface and the integers
/// of those that Curve wrote by hand, which keep the rate of a share for ten minutes, of those its factory made, and of
/// CurveStableSwapMetaNG. `get_dy_underlying` says only what the first token brings, and two tokens below are not
/// traded.
contract CurveMetaPort is CurveStablePort {
    IBasePool public immutable base_pool;
    bool private immutable baseIsNew;
    bool private immutable keepsRate;
    address[] public base_coins;
    uint256 public base_virtual_price;
    uint256 public base_cache_updated;

    constructor(
        Settings memory chosen,
        address[] memory coins_,
        uint256[] memory rates_,
        address base,
        address[] memory below,
        bool baseIsNew_,
        bool keepsRate_
    ) CurveStablePort(chosen, coins_, rates_) {
        (base_pool, base_coins, baseIsNew, keepsRate) = (IBasePool(base), below, baseIsNew_, keepsRate_);
        for (uint256 k = 0; k < below.length; k++) ICoin(below[k]).approve(base, type(uint256).max);
    }

    /// As if the rate had been cached this many seconds ago.
    function keep(uint256 rate, uint256 ago) external {
        (base_virtual_price, base_cache_updated) = (rate, block.timestamp - ago);
    }

    function exchange_underlying(int128 i, int128 j, uint256 dx, uint256 minOut) external returns (uint256) {
        return _exchangeUnderlying(uint128(i), uint128(j), dx, minOut, msg.sender);
    }

    function exchange_underlying(int128 i, int128 j, uint256 dx, uint256 minOut, address receiver)
        external
        returns (uint256)
    {
        require(isNew, "no such function");
        return _exchangeUnderlying(uint128(i), uint128(j), dx, minOut, receiver);
    }

    function get_dy_underlying(int128 i, int128 j, uint256 dx) external view returns (uint256) {
        require(i == 0 && j > 0, "left out");
        uint256[] memory r = _rates();
        (Turn memory turn,,) = _priced(0, 1, dx, r);
        return base_pool.calc_withdraw_one_coin((turn.gross - turn.taken * turn.gross / UNIT) * WAD / r[1], j - 1);
    }

    function _rates() internal view override returns (uint256[] memory r) {
        r = new uint256[](2);
        (r[0], r[1]) = (rates[0], _isKept() ? base_virtual_price : base_pool.get_virtual_price());
    }

    function _begin() internal override returns (uint256[] memory r) {
        bool isDue = keepsRate && !_isKept();
        r = _rates();
        if (isDue) (base_virtual_price, base_cache_updated) = (r[1], block.timestamp);
    }

    function _isKept() private view returns (bool) {
        return keepsRate && block.timestamp <= base_cache_updated + 10 minutes;
    }

    function _exchangeUnderlying(uint256 i, uint256 j, uint256 dx, uint256 minOut, address receiver)
        private
        returns (uint256 dy)
    {
        require((i == 0) != (j == 0) && dx > 0, "nothing");
        // the deposit into the base pool moves the share price, but not for this trade
        uint256[] memory r = _begin();
        address bought = j == 0 ? coins[0] : base_coins[j - 1];
        dx = _pull(i == 0 ? coins[0] : base_coins[i - 1], dx);
        dy = i == 0 ? _settle(0, 1, dx, r) : _settle(1, 0, _deposit(i - 1, dx), r);
        if (j > 0) {
            uint256 before = ICoin(bought).balanceOf(address(this));
            base_pool.remove_liquidity_one_coin(dy, int128(uint128(j - 1)), 0);
            dy = ICoin(bought).balanceOf(address(this)) - before;
        }
        require(dy >= minOut, "too little");
        ICoin(bought).transfer(receiver, dy);
    }

    function _deposit(uint256 k, uint256 amount) private returns (uint256) {
        uint256[] memory all = new uint256[](base_coins.length);
        all[k] = amount;
        if (baseIsNew) return base_pool.add_liquidity(all, 0);
        uint256 before = ICoin(coins[1]).balanceOf(address(this));
        if (all.length == 2) base_pool.add_liquidity([all[0], all[1]], 0);
        else base_pool.add_liquidity([all[0], all[1], all[2]], 0);
        return ICoin(coins[1]).balanceOf(address(this)) - before;
    }
}
