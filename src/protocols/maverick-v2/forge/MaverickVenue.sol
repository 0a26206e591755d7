// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {MaverickBins} from "../sandbox/MaverickBins.sol";
import {MaverickPoolPort} from "../sandbox/MaverickPoolPort.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice A pool of Maverick's second version at about one for one, with three ticks, on our port. Token 0 is its A.
contract MaverickVenue is Venue {
    uint128 private constant HELD = 1e24;

    constructor(address adapter_, address first, address second, address wrapped_) payable Venue(adapter_, first, second, wrapped_) {
        MaverickPoolPort made =
            new MaverickPoolPort([first, second], [uint256(1), 1], [uint256(1e15), 1e15], 100, 60);
        pool = address(made);
        fund(0, pool, 2 * HELD);
        fund(1, pool, 2 * HELD);
        fill(HELD, 3);
    }

    /// @notice Puts equal amounts of both tokens into the middle tick, and one token into each neighbouring tick, or
    /// nothing.
    function fill(uint128 held, uint256 ticks) public {
        int32[] memory at = new int32[](3);
        (at[0], at[2]) = (-1, 1);
        MaverickBins.TickState[] memory states = new MaverickBins.TickState[](3);
        for (uint256 i = 0; i < 3; i++) {
            if (i != 1 && ticks == 1) continue;
            states[i].totalSupply = held;
            (states[i].reserveA, states[i].reserveB) = (i == 2 ? 0 : held, i == 0 ? 0 : held);
        }
        MaverickPoolPort.State memory state;
        (state.reserveA, state.reserveB) = ticks == 1 ? (held, held) : (2 * held, 2 * held);
        MaverickPoolPort(pool).fill(state, 0, at, states, new MaverickBins.BinState[](0));
    }

    function data(uint256 i) external pure override returns (uint48) {
        return uint48(i);
    }

    function foresee(uint256 i, uint256 amountIn) external override returns (uint256) {
        return _try(i, amountIn);
    }

    function _sell(uint256 i, uint256 amountIn) internal override {
        PlainToken(coins[i]).transfer(pool, amountIn);
        int32 active = MaverickPoolPort(pool).getState().activeTick;
        int32 limit = i == 0 ? active + 10 : active - 10;
        MaverickPoolPort(pool).swap(address(this), MaverickPoolPort.SwapParams(amountIn, i == 0, false, limit), "");
    }
}
