// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Reverts with the exact revert data of the last call.
function bubble() pure {
    assembly ("memory-safe") {
        let data := mload(0x40)
        returndatacopy(data, 0, returndatasize())
        revert(data, returndatasize())
    }
}
