// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {OverPull, PartialFill} from "../Errors.sol";
import {Slots} from "../lib/Slots.sol";
import {Token} from "../lib/Token.sol";

/// @notice What the armed pool may take: once, the token of its leg, up to the leg's amount.
library Pull {
    /// @notice Pays the caller, which must be armed and is disarmed.
    /// @param kind as in `Slots.takePull`
    /// @param owed what the caller asks for, in the smallest unit of the leg's token. If it is less than the leg's
    /// amount, the rest stays with the payer; of tokens that the router holds, nothing may stay behind.
    function pay(uint256 kind, uint256 owed) internal {
        (bool fromPayer, address token, uint256 cap) = Slots.takePull(kind);
        settle(fromPayer, token, cap, owed);
    }

    /// @notice Pays the caller what `Slots.takePull` allowed.
    function settle(bool fromPayer, address token, uint256 cap, uint256 owed) internal {
        if (owed > cap) revert OverPull(owed, cap);
        if (fromPayer) return Token.transferFrom(token, Slots.payer(), msg.sender, owed);
        if (owed != cap) revert PartialFill(owed, cap);
        Token.transfer(token, msg.sender, owed);
    }
}
