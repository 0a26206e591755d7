// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Where the words of `Slots` are kept: here, in transient storage (EIP-1153), which every transaction begins
/// without.
/// @dev The build for chains without EIP-1153 takes `storage/Words.sol` in place of this file, and differs in nothing else.
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
