// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {ICoin, PsmPort} from "../sandbox/PsmPort.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice A peg stability module whose gems have 6 decimals, as USDC does, with a fee of 0.1 % each way, on our port.
contract PsmVenue is Venue {
    uint256 private constant FACTOR = 1e12;
    uint256 private constant FEE = 1e15;

    constructor(address adapter_, address gem, address dai, address wrapped_) payable Venue(adapter_, gem, dai, wrapped_) {
        PsmPort made = new PsmPort(ICoin(gem), ICoin(dai), 6);
        pool = address(made);
        usual = [uint256(1e6), 1e18];
        fund(0, made.pocket(), 1e18);
        fund(1, pool, 1e30);
        made.file("tin", FEE);
        made.file("tout", FEE);
    }

    function data(uint256 i) external pure override returns (uint48) {
        return uint48(i);
    }

    /// @dev For bought gems, by searching the largest number that costs no more.
    function foresee(uint256 i, uint256 amountIn) external pure override returns (uint256 amountOut) {
        if (i == 0) return amountIn * FACTOR - amountIn * FACTOR * FEE / 1e18;
        amountOut = amountIn / FACTOR * 1000 / 1001 + 2;
        while (amountOut * FACTOR + amountOut * FACTOR * FEE / 1e18 > amountIn) amountOut--;
    }
}
