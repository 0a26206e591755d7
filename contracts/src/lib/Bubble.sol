// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Reverts with exactly what the last call reverted with.
function bubble() pure {
    assembly ("memory-safe") {
        let data := mload(0x40)
        returndatacopy(data, 0, returndatasize())
        revert(data, returndatasize())
    }
}
