// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

/// @notice Tempo's order books, a part of the chain itself. Ids of orders begin at 1.
interface IStablecoinDex {
    struct Order {
        uint128 id;
        address maker;
        bytes32 book;
        bool isBid;
        int16 tick;
        uint128 amount;
        uint128 remaining;
        uint128 previous;
        uint128 next;
        bool isFlip;
        int16 flipTick;
    }

    function swapExactAmountIn(address tokenIn, address tokenOut, uint128 amountIn, uint128 minOut)
        external
        returns (uint128 amountOut);
    function books(bytes32 key) external view returns (address base, address quote, int16 bestBid, int16 bestAsk);
    function getTickLevel(address base, int16 tick, bool isBid)
        external
        view
        returns (uint128 first, uint128 last, uint128 total);
    function getOrder(uint128 id) external view returns (Order memory);
}

/// @title Adapter for Tempo's order books, which also reads them
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract TempoDex is IAdapter {
    int256 private constant MAX_TICK = 2000;
    int256 private constant TICK_SPACING = 10;

    /// @dev The books take all of the input, or revert. The router checks the minimum, at the recipient.
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256)
        external
        returns (uint256 amountOut)
    {
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        if (amountIn > type(uint128).max) revert PartialFill(0, amountIn);
        Token.approve(tokenIn, pool, amountIn);
        IStablecoinDex(pool).swapExactAmountIn(tokenIn, tokenOut, uint128(amountIn), 0);
        Token.approve(tokenIn, pool, 0);
        uint256 left = Token.balanceOf(tokenIn, address(this));
        if (left != 0) revert PartialFill(amountIn - left, amountIn);
        amountOut = Token.balanceOf(tokenOut, address(this));
        Token.transfer(tokenOut, to, amountOut);
    }

    /// @notice Orders of one side of the book of `base`, in the order in which a swap fills them: for a quote, in one
    /// call. Fewer than `max` are all of them.
    /// @return orders what remains of each, in units of `base`; above it from bit 128 its tick, as two bytes, and in
    /// bit 144 whether it reappears on the other side once it is filled
    function readOrders(IStablecoinDex dex, address base, address quote, bool isBid, uint256 max)
        external
        view
        returns (uint256[] memory orders)
    {
        orders = new uint256[](max);
        uint256 count;
        (,, int16 bid, int16 ask) = dex.books(keccak256(abi.encodePacked(base, quote)));
        int256 tick = isBid ? bid : ask;
        // beyond them if there is no order
        while (count < max && tick <= MAX_TICK && tick >= -MAX_TICK) {
            (uint128 id,,) = dex.getTickLevel(base, int16(tick), isBid);
            while (id != 0 && count < max) {
                IStablecoinDex.Order memory order = dex.getOrder(id);
                orders[count++] = uint256(order.remaining) | uint256(uint16(order.tick)) << 128
                    | (order.isFlip ? 1 << 144 : 0);
                id = order.next;
            }
            tick += isBid ? -TICK_SPACING : TICK_SPACING;
        }
        assembly ("memory-safe") {
            mstore(orders, count)
        }
    }
}
