// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {NotCalledBack, PoolUnreadable} from "../Errors.sol";
import {bubble} from "../lib/Bubble.sol";
import {Slots} from "../lib/Slots.sol";
import {Leg} from "./Leg.sol";
import {Pull} from "./Pull.sol";

/// @notice Pools that call back to be paid: Uniswap v3 and its forks that kept the arguments (int256,int256,bytes).
/// Only the pool that was called may ask, once, for up to the amount it was called with. So any fork works by its
/// address, whatever the name of its callback, and no pool has to be proven genuine.
library Callback {
    /// One inside the price range that pools accept: no limit, because the minimum output protects the price.
    uint256 private constant LOWEST_PRICE = 4295128740;
    uint256 private constant HIGHEST_PRICE = 1461446703485210103287273052203988822378723970341;

    /// @param amountIn below 2^128, so that it never reads as an exact output
    /// @return amountOut the amount that the pool claims it gave: a hint for the next pool, which checks it
    function swap(Leg leg, address token, uint256 amountIn, bool payerPays, address to)
        internal
        returns (uint256 amountOut)
    {
        address pool = leg.pool();
        Slots.armPull(pool, payerPays ? Slots.PULL_FROM_PAYER : Slots.PULL_FROM_ROUTER, token, amountIn);
        amountOut = _swap(pool, leg.zeroForOne(), amountIn, to);
        if (Slots.isArmed()) revert NotCalledBack(pool);
    }

    /// @notice Answers the callback (int256 amount0, int256 amount1, bytes), under any selector.
    function pay() internal {
        int256 owed0;
        int256 owed1;
        assembly ("memory-safe") {
            owed0 := calldataload(0x04)
            owed1 := calldataload(0x24)
        }
        Pull.pay(0, uint256(owed0 > 0 ? owed0 : owed1)); // a negative value reads as far above any cap
    }

    function _swap(address pool, uint256 zeroForOne, uint256 amountIn, address to) private returns (uint256 amountOut) {
        uint256 limit = zeroForOne != 0 ? LOWEST_PRICE : HIGHEST_PRICE;
        bool called;
        bool answered;
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, 0x128acb08) // swap(address,bool,int256,uint160,bytes)
            mstore(add(data, 0x20), to)
            mstore(add(data, 0x40), zeroForOne)
            mstore(add(data, 0x60), amountIn)
            mstore(add(data, 0x80), limit)
            mstore(add(data, 0xa0), 0xa0)
            mstore(add(data, 0xc0), 0)
            called := call(gas(), pool, 0, add(data, 0x1c), 0xc4, 0x00, 0x40)
            answered := gt(returndatasize(), 0x3f)
            amountOut := sub(0, mload(shl(5, zeroForOne)))
        }
        if (!called) bubble();
        if (!answered) revert PoolUnreadable(pool);
    }
}
