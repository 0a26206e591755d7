// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DodoPort, ICoin} from "../sandbox/DodoPort.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice A pool of DODO's second version with a million of each token, on our port.
contract DodoVenue is Venue {
    constructor(address adapter_, address base, address quote, address wrapped_, bool vending) payable Venue(adapter_, base, quote, wrapped_) {
        DodoPort made = new DodoPort(ICoin(base), ICoin(quote), vending, true);
        pool = address(made);
        for (uint256 i = 0; i < 2; i++) fund(i, pool, 1e24);
        made.setFees(1e15, 2e14);
        made.fill(vending ? 5e17 : 1e18, vending ? 5e17 : 2e14, 1e24, 1e24, DodoPort.Short.NEITHER);
    }

    function data(uint256 i) external pure override returns (uint48) {
        return uint48(i);
    }

    function foresee(uint256 i, uint256 amountIn) external view override returns (uint256 amountOut) {
        DodoPort asked = DodoPort(pool);
        if (i == 0) (amountOut,,,) = asked.querySellBase(adapter, amountIn);
        else (amountOut,,,) = asked.querySellQuote(adapter, amountIn);
    }
}
