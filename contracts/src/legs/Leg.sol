// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {MalformedRoute} from "../Errors.sol";
import {Wide} from "./Wide.sol";

/// One packed leg, by its first 32 bytes:
///
///   byte 0        bits 0-1 move · bit 2 zero for one · bit 3 names its token · bit 4 its input is already in the pool
///                 bits 5-6 destination · bit 7 measured
///   bytes 1-20    pool
///   bytes 21-24   share of the input in 1/2^32; 0 means the whole rest
///   bytes 25-27   push: the pool's fee, parts per million; vault: the pool's fee; adapter: defined by the adapter;
///                 else 0
///   then          vault and adapter: the 43 bytes of `Wide.sol`
///   then          the token that is spent, if bit 3 is set
///
/// If bits 3 and 4 are clear, the leg spends the sold amount; with bit 3 alone, the router's balance of the named
/// token. A meaningless combination of bits can only cost the sender, so only the encoder of routes is strict about it.
type Leg is uint256;

using {move, zeroForOne, spendsSale, namesToken, isFed, destination, measured, pool, share, feePpm, size} for Leg global;

uint256 constant PUSH = 0;
uint256 constant CALLBACK = 1;
uint256 constant VAULT = 2;
uint256 constant ADAPTER = 3;

// Byte i is the size of legs whose bits 1 and 3 form the number i.
uint256 constant SIZES = 28 << 248 | (28 + 43) << 232 | (28 + 20) << 184 | (28 + 43 + 20) << 168;

uint256 constant TO_RECIPIENT = 1;
uint256 constant TO_NEXT_POOL = 2;

// The mark before the first leg of a route whose output comes to the router, which then pays the recipient. No valid
// leg begins with it.
uint256 constant THROUGH_ROUTER = 0xff;

/// @return start of a route in the calldata
/// @return end of the route
function span(bytes calldata route) pure returns (uint256 start, uint256 end) {
    assembly ("memory-safe") {
        start := route.offset
        end := add(start, route.length)
    }
}

/// @notice The leg at `cursor`. Its bytes beyond the route's end are not the route's: check `size` before use.
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

/// @notice True if the byte at `cursor` is `THROUGH_ROUTER`. Beyond the route's end it is not the route's: check that
/// too.
function isThroughRouter(uint256 cursor) pure returns (bool marked) {
    uint256 below = (THROUGH_ROUTER << 248) - 1;
    assembly ("memory-safe") {
        marked := gt(calldataload(cursor), below)
    }
}

function move(Leg leg) pure returns (uint256) {
    return (Leg.unwrap(leg) >> 248) & 3;
}

function zeroForOne(Leg leg) pure returns (uint256) {
    return (Leg.unwrap(leg) >> 250) & 1;
}

/// @notice True if the leg's input is what is left of the sold amount.
function spendsSale(Leg leg) pure returns (bool) {
    return Leg.unwrap(leg) & (3 << 251) == 0;
}

function namesToken(Leg leg) pure returns (bool) {
    return Leg.unwrap(leg) & (1 << 251) != 0;
}

/// @notice True if the leg before has sent the input to the pool.
function isFed(Leg leg) pure returns (bool) {
    return Leg.unwrap(leg) & (1 << 252) != 0;
}

function destination(Leg leg) pure returns (uint256) {
    return (Leg.unwrap(leg) >> 253) & 3;
}

/// @notice True if the token takes a fee on transfer, so that the pool's balance has to say what it received.
function measured(Leg leg) pure returns (bool) {
    return Leg.unwrap(leg) & (1 << 255) != 0;
}

function pool(Leg leg) pure returns (address) {
    return address(uint160(Leg.unwrap(leg) >> 88));
}

function share(Leg leg) pure returns (uint256) {
    return (Leg.unwrap(leg) >> 56) & 0xffffffff;
}

function feePpm(Leg leg) pure returns (uint256) {
    return (Leg.unwrap(leg) >> 32) & 0xffffff;
}

/// @notice Bytes of the whole leg: 28, plus 43 for a vault or an adapter (bit 1), plus 20 if it names its token (bit
/// 3).
function size(Leg leg) pure returns (uint256 bytes_) {
    uint256 sizes = SIZES;
    assembly ("memory-safe") {
        bytes_ := byte(and(shr(248, leg), 0x0a), sizes)
    }
}

/// @notice The 43 bytes of a vault's or an adapter's leg beyond the first 28.
/// @param next the end of the leg
function wideOf(Leg leg, uint256 next) pure returns (Wide) {
    unchecked {
        return Wide.wrap(next - leg.size() + 28);
    }
}
