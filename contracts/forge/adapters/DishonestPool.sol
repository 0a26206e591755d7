// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Attempt} from "../../test/Attempt.sol";

/// @notice An attacker's pool behind an adapter: it takes, gives and claims what the test sets, whatever the request.
/// It may make an attempt first.
abstract contract DishonestPool is Attempt {
    PlainToken public immutable sold;
    PlainToken public immutable bought;
    uint256 internal takes;
    uint256 internal gives;
    uint256 internal says;

    constructor(PlainToken sold_, PlainToken bought_) {
        (sold, bought) = (sold_, bought_);
    }

    receive() external payable {}

    function set(uint256 takes_, uint256 gives_, uint256 says_) external {
        (takes, gives, says) = (takes_, gives_, says_);
    }

    /// @dev By the caller's allowance.
    function _trade(address to) internal returns (uint256) {
        attempt();
        if (takes != 0) sold.transferFrom(msg.sender, address(this), takes);
        return _give(to);
    }

    function _give(address to) internal returns (uint256) {
        if (gives != 0) bought.transfer(to, gives);
        return says;
    }
}
