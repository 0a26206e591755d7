// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice The bytes of a vault's or an adapter's leg beyond the 28 of every leg, as a position in the calldata:
///
///   bytes 28-47   the output token
///   bytes 48-50   vault: the pool's tick spacing; adapter: defined by the adapter
///   bytes 51-70   vault: the pool's hooks; adapter: the pool
///
/// The token that is spent follows, if the leg names it.
type Wide is uint256;

using {tokenOut, tickSpacing, extra, target} for Wide global;

function tokenOut(Wide wide) pure returns (address found) {
    assembly ("memory-safe") {
        found := shr(96, calldataload(wide))
    }
}

function tickSpacing(Wide wide) pure returns (int24) {
    return int24(uint24(extra(wide)));
}

/// @notice 24 bits.
function extra(Wide wide) pure returns (uint256 found) {
    assembly ("memory-safe") {
        found := shr(232, calldataload(add(wide, 20)))
    }
}

function target(Wide wide) pure returns (address found) {
    assembly ("memory-safe") {
        found := shr(96, calldataload(add(wide, 23)))
    }
}
