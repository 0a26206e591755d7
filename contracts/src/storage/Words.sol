// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Where the words of `Slots` are kept on chains without transient storage: in slots 0 to 2. The one mapping
/// that the router has lies at hashes, so it never meets them.
/// @dev A word that is cleared keeps its highest bit: changing a slot that is not zero costs a quarter of filling it.
library Words {
    uint256 private constant USED = 1 << 255;

    function load(uint256 slot) internal view returns (uint256 word) {
        assembly ("memory-safe") {
            word := sload(slot)
        }
        return word & ~USED;
    }

    /// @param word below 2^255
    function store(uint256 slot, uint256 word) internal {
        word |= USED;
        assembly ("memory-safe") {
            sstore(slot, word)
        }
    }
}
