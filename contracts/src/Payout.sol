// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {TooLittle} from "./Errors.sol";
import {Token} from "./lib/Token.sol";

/// @notice Pays out an output that came to the router first.
library Payout {
    /// @dev Only this payment counts: any other gain of the recipient during the swap may be money it was owed anyway.
    /// @param amount of `token` that the router gained, smallest units
    /// @return received at least `minOut` and at most `amount`; less than that if the token takes a fee on transfer
    function pay(address token, address recipient, uint256 amount, uint256 minOut) internal returns (uint256 received) {
        uint256 before = Token.balanceOf(token, recipient);
        Token.transfer(token, recipient, amount);
        received = Token.balanceOf(token, recipient) - before;
        if (received > amount) received = amount;
        if (received < minOut) revert TooLittle(received, minOut);
    }
}
