// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

/// @notice A pool of Maverick's second version: without callback data it trades what it was sent before.
interface IMaverickPool {
    struct State {
        uint128 reserveA;
        uint128 reserveB;
        int64 lastTwaD8;
        int64 lastLogPriceD8;
        uint40 lastTimestamp;
        int32 activeTick;
        bool isLocked;
        uint32 binCounter;
        uint8 protocolFeeRatioD3;
    }

    struct SwapParams {
        uint256 amount;
        bool tokenAIn;
        bool exactOutput;
        int32 tickLimit;
    }

    function getState() external view returns (State memory);
    function swap(address to, SwapParams calldata params, bytes calldata data)
        external
        returns (uint256 amountIn, uint256 amountOut);
}

/// @title Adapter for pools of Maverick V2
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract MaverickV2 is IAdapter {
    /// Ticks that a trade may cross: an empty pool searches tick after tick until gas runs out.
    int32 private constant REACH = 300;

    /// @dev The pool itself sends the output to `to`, and asks for no more than it was sent.
    /// @param data 0 to sell token A, 1 to sell token B
    function tradeForSwapline(address pool, address tokenIn, address, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        uint256 amount = Token.balanceOf(tokenIn, address(this));
        Token.transfer(tokenIn, pool, amount);
        bool sellsA = data == 0;
        int32 active = IMaverickPool(pool).getState().activeTick;
        IMaverickPool.SwapParams memory params =
            IMaverickPool.SwapParams(amount, sellsA, false, sellsA ? active + REACH : active - REACH);
        uint256 taken;
        (taken, amountOut) = IMaverickPool(pool).swap(to, params, "");
        if (taken != amount) revert PartialFill(taken, amount);
    }
}
