// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DaiUsdsPort} from "../sandbox/DaiUsdsPort.sol";
import {JoinedTokenPort} from "../sandbox/JoinedTokenPort.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice The converter on our port, between tokens that it can create.
contract DaiUsdsVenue is Venue {
    constructor(address adapter_, address wrapped_) payable Venue(adapter_, address(0), address(0), wrapped_) {
        (JoinedTokenPort dai, JoinedTokenPort usds) =
            (new JoinedTokenPort("Old", "OLD"), new JoinedTokenPort("New", "NEW"));
        pool = address(new DaiUsdsPort(dai, usds));
        coins = [address(dai), address(usds)];
        dai.mint(address(this), 1e30);
        usds.mint(address(this), 1e30);
    }

    function data(uint256 i) external pure override returns (uint48) {
        return uint48(i);
    }

    function foresee(uint256, uint256 amountIn) external pure override returns (uint256 amountOut) {
        return amountIn;
    }
}
