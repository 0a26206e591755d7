// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {IAdapter} from "../IAdapter.sol";
import {Leg} from "./Leg.sol";
import {Wide} from "./Wide.sol";

/// @notice All other kinds of pools: a small contract is sent the input and trades it.
library Adapter {
    /// @return amountOut the amount that the adapter claims it sent: a hint for the next pool, which checks it
    function swap(Leg leg, Wide wide, address token, address to) internal returns (uint256 amountOut) {
        uint256 data = leg.feePpm() << 24 | wide.extra();
        return IAdapter(leg.pool()).tradeForSwapline(wide.target(), token, wide.tokenOut(), to, data);
    }
}
