// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Stores the words of `Slots` in transient storage (EIP-1153), which is empty at the start of every
/// transaction.
/// @dev The build for chains without EIP-1153 replaces this file by `storage/Words.sol` and changes nothing else.
library Words {
    function load(uint256 slot) internal view returns (uint256 word) {
        assembly ("memory-safe") {
            word := tload(slot)
        }
    }

    /// @param word below 2^255
    function store(uint256 slot, uint256 word) internal {
        assembly ("memory-safe") {
            tstore(slot, word)
        }
    }
}
