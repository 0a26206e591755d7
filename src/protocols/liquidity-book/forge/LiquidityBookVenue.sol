// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {LiquidityBookPort} from "../sandbox/LiquidityBookPort.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice A pair of Liquidity Book with eleven bins around the price of one, on our port. Token 0 is its X.
contract LiquidityBookVenue is Venue {
    uint24 private constant MIDDLE = 1 << 23;

    constructor(address adapter_, address x, address y, address wrapped_) payable Venue(adapter_, x, y, wrapped_) {
        LiquidityBookPort.Rules memory rules =
            LiquidityBookPort.Rules(10_000, 30, 600, 5_000, 40_000, 1_000, 350_000);
        LiquidityBookPort made = new LiquidityBookPort(x, y, 10, rules, true);
        pool = address(made);
        fund(0, pool, 6e23);
        fund(1, pool, 6e23);
        LiquidityBookPort.Bin[] memory bins = new LiquidityBookPort.Bin[](11);
        for (uint256 i = 0; i < 11; i++) bins[i] = LiquidityBookPort.Bin(i < 5 ? 0 : 1e23, i > 5 ? 0 : 1e23);
        made.setVolatility(0, 0, MIDDLE, MIDDLE, 700);
        made.fill(MIDDLE - 5, bins);
    }

    function data(uint256) external pure override returns (uint48) {
        return 0;
    }

    function foresee(uint256 i, uint256 amountIn) external view override returns (uint256) {
        (uint128 left, uint128 given,) = LiquidityBookPort(pool).getSwapOut(uint128(amountIn), i == 0);
        require(left == 0, "not all of it");
        return given;
    }
}
