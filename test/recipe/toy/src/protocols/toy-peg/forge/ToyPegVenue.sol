// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";
import {Peg} from "../sandbox/PegFactory.sol";

/// @notice A pool with a fee of 0.1 %.
contract ToyPegVenue is Venue {
    uint256 private constant FEE_PPM = 1000;

    constructor(address adapter_, address first, address second, address wrapped_)
        payable
        Venue(adapter_, first, second, wrapped_)
    {
        pool = address(new Peg(first, second, FEE_PPM));
        for (uint256 i = 0; i < 2; i++) fund(i, pool, 1e24);
    }

    function data(uint256 i) external pure override returns (uint48) {
        return uint48(i);
    }

    function foresee(uint256, uint256 amountIn) external pure override returns (uint256) {
        return amountIn * (1e6 - FEE_PPM) / 1e6;
    }
}
