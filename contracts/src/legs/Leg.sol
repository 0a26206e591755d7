// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {MalformedRoute} from "../Errors.sol";

/// One packed leg, seen through the 32 bytes it begins with:
///
///   byte 0        bits 0-1 move · bit 2 zero for one · bits 3-4 source · bits 5-6 destination · bit 7 measured
///   bytes 1-20    pool
///   bytes 21-24   share of the input in 1/2^32; 0 means all the rest
///   bytes 25-27   push only: the pool's fee, parts per million
///   then 20 bytes the sold token, where neither the route's head nor the leg before tells it (see `namesToken`)
///
/// Moves 2 and 3 are kept for vaults and adapters.
type Leg is uint256;

using {move, zeroForOne, source, destination, measured, pool, share, feePpm, namesToken, size} for Leg global;

uint256 constant PUSH = 0;
uint256 constant CALLBACK = 1;

uint256 constant FROM_PAYER = 0;
uint256 constant FROM_ROUTER = 1;
// The leg before has sent the input to the pool.
uint256 constant FROM_POOL = 2;

uint256 constant TO_ROUTER = 0;
uint256 constant TO_RECIPIENT = 1;
uint256 constant TO_NEXT_POOL = 2;

/// @notice The leg at `cursor`. What it says beyond `end` is not the route's: check `size` before use.
function legAt(uint256 cursor) pure returns (Leg leg) {
    assembly ("memory-safe") {
        leg := calldataload(cursor)
    }
}

/// @notice The 20 bytes at `cursor` of a route that ends at `end`.
function addressAt(uint256 cursor, uint256 end) pure returns (address found) {
    unchecked {
        if (cursor + 20 > end) revert MalformedRoute();
    }
    assembly ("memory-safe") {
        found := shr(96, calldataload(cursor))
    }
}

function move(Leg leg) pure returns (uint256) {
    return (Leg.unwrap(leg) >> 248) & 3;
}

function zeroForOne(Leg leg) pure returns (bool) {
    return (Leg.unwrap(leg) >> 250) & 1 != 0;
}

function source(Leg leg) pure returns (uint256) {
    return (Leg.unwrap(leg) >> 251) & 3;
}

function destination(Leg leg) pure returns (uint256) {
    return (Leg.unwrap(leg) >> 253) & 3;
}

/// @notice Whether the token takes a fee on transfer, so that what the pool received has to be read from its balance.
function measured(Leg leg) pure returns (bool) {
    return Leg.unwrap(leg) >> 255 != 0;
}

function pool(Leg leg) pure returns (address) {
    return address(uint160(Leg.unwrap(leg) >> 88));
}

function share(Leg leg) pure returns (uint256) {
    return uint32(Leg.unwrap(leg) >> 56);
}

function feePpm(Leg leg) pure returns (uint256) {
    return uint24(Leg.unwrap(leg) >> 32);
}

/// @notice Whether the leg ends with its token: not where it is the route's, nor where nobody has to know it.
function namesToken(Leg leg) pure returns (bool) {
    uint256 from = leg.source();
    return from == FROM_ROUTER || (from == FROM_POOL && leg.measured());
}

/// @notice Bytes of the whole leg.
function size(Leg leg) pure returns (uint256 bytes_) {
    unchecked {
        bytes_ = leg.move() == PUSH ? 28 : 25;
        if (leg.namesToken()) bytes_ += 20;
    }
}
