// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {NativeRefused} from "../Errors.sol";
import {bubble} from "./Bubble.sol";
import {Slots} from "./Slots.sol";

// The native currency as a token address.
address constant NATIVE = address(0);

/// @notice Wraps, unwraps and sends native currency. Amounts in wei.
/// @dev `wrapped` comes from the caller's route. A false one can only cost the caller: paying out native currency takes
/// real coins of the router.
library Native {
    function wrap(address wrapped, uint256 amount) internal {
        bool called;
        assembly ("memory-safe") {
            mstore(0x00, 0xd0e30db0) // deposit()
            called := call(gas(), wrapped, amount, 0x1c, 0x04, 0x00, 0x00)
        }
        if (!called) bubble();
    }

    function unwrap(address wrapped, uint256 amount) internal {
        bool called;
        Slots.armNative(wrapped);
        assembly ("memory-safe") {
            mstore(0x00, 0x2e1a7d4d) // withdraw(uint256)
            mstore(0x20, amount)
            called := call(gas(), wrapped, 0, 0x1c, 0x24, 0x00, 0x00)
        }
        if (!called) bubble();
        Slots.disarm();
    }

    /// @notice Forwards all remaining gas, so that contracts can receive.
    function send(address to, uint256 amount) internal {
        bool called;
        assembly ("memory-safe") {
            called := call(gas(), to, amount, 0x00, 0x00, 0x00, 0x00)
        }
        if (!called) revert NativeRefused(to);
    }
}
