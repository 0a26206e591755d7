// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PoolUnreadable} from "../Errors.sol";
import {bubble} from "../lib/Bubble.sol";
import {Token} from "../lib/Token.sol";
import {Leg} from "./Leg.sol";

/// @notice Pools that are sent their input first: Uniswap v2 and its forks.
library Push {
    /// @notice Trades what the pool was sent since it last updated its reserves.
    /// @param amountIn the amount sent, below 2^128 unless the pool claimed it; unused if the leg says to measure it
    /// @return amountOut floor(in · (1 - fee) · reserveOut / (reserveIn + in · (1 - fee))). The pool refuses to give
    /// more, so a false `amountIn`, fee or reserve can only cost the payer, who has named a minimum.
    function swap(Leg leg, address token, uint256 amountIn, address to) internal returns (uint256 amountOut) {
        address pool = leg.pool();
        uint256 zeroForOne = leg.zeroForOne();
        (uint256 reserveIn, uint256 reserveOut) = _reserves(pool, zeroForOne);
        if (leg.measured()) amountIn = Token.balanceOf(token, pool) - reserveIn;
        uint256 kept = leg.feePpm();
        assembly ("memory-safe") {
            let net := mul(amountIn, sub(1000000, kept))
            amountOut := div(mul(net, reserveOut), add(mul(reserveIn, 1000000), net)) // an empty pool: 0
        }
        _swap(pool, zeroForOne, amountOut, to);
    }

    function _reserves(address pool, uint256 zeroForOne) private view returns (uint256 reserveIn, uint256 reserveOut) {
        bool read;
        assembly ("memory-safe") {
            mstore(0x00, 0x0902f1ac) // getReserves()
            read := and(gt(returndatasize(), 0x3f), staticcall(gas(), pool, 0x1c, 0x04, 0x00, 0x40))
            let second := shl(5, zeroForOne)
            reserveOut := mload(second)
            reserveIn := mload(xor(second, 0x20))
        }
        if (!read) revert PoolUnreadable(pool);
    }

    function _swap(address pool, uint256 zeroForOne, uint256 amountOut, address to) private {
        bool called;
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, 0x022c0d9f) // swap(uint256,uint256,address,bytes)
            let second := shl(5, zeroForOne)
            mstore(add(data, add(0x20, second)), amountOut)
            mstore(add(data, sub(0x40, second)), 0)
            mstore(add(data, 0x60), to)
            mstore(add(data, 0x80), 0x80)
            mstore(add(data, 0xa0), 0)
            called := call(gas(), pool, 0, add(data, 0x1c), 0xa4, 0x00, 0x00)
        }
        if (!called) bubble();
    }
}
