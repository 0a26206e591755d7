// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Stores the words of `Slots` in slots 0 to 2, on chains without transient storage. The router's only mapping
/// lies at hashes, so it never collides with them.
/// @dev A cleared word keeps its highest bit: changing a slot that is not zero costs a quarter of filling an empty one.
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
