// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Reentered} from "../Errors.sol";

/// @notice One call at a time, whatever the entry.
/// @dev In storage, so that one build serves every chain: a crossing costs far more than the word. It is never cleared
/// to 0: changing a slot that is not zero costs a quarter of filling an empty one.
abstract contract Lock {
    uint256 private constant FREE = 1;
    uint256 private constant TAKEN = 2;
    uint256 private state;

    modifier alone() {
        if (state == TAKEN) revert Reentered();
        state = TAKEN;
        _;
        state = FREE;
    }
}
