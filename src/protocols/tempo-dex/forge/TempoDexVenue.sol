// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {TempoDexPort} from "./TempoDexPort.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice An order book on our port, with one order on each side, at 0.9999 and 1.0001.
contract TempoDexVenue is Venue {
    constructor(address adapter_, address base, address quote, address wrapped_)
        payable
        Venue(adapter_, base, quote, wrapped_)
    {
        TempoDexPort made = new TempoDexPort(base, quote);
        pool = address(made);
        fund(0, pool, 1e30);
        fund(1, pool, 1e30);
        made.place(1e30, true, -10, false);
        made.place(1e30, false, 10, true);
    }

    function data(uint256) external pure override returns (uint48) {
        return 0;
    }

    function foresee(uint256 i, uint256 amountIn) external pure override returns (uint256 amountOut) {
        return i == 0 ? amountIn * 99_990 / 100_000 : amountIn * 100_000 / 100_010;
    }
}
