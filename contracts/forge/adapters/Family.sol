// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Code} from "../rig/Code.sol";
import {DishonestPool} from "./DishonestPool.sol";
import {Venue} from "./Venue.sol";

/// The tokens that the families' pools trade: Uniswap v2 and v3 have pools of `a` and `b`, of `b` and `c`, and of `a` and
/// the wrapped native currency.
struct Tokens {
    PlainToken a;
    PlainToken b;
    address c;
    address weth;
}

/// @notice What a family adds to the invariants: its adapter as deployed, its pools, and a dishonest one.
abstract contract Family {
    address public immutable adapter;
    DishonestPool public immutable evil;
    /// The adapter's 48 bits for a sale to the dishonest pool.
    uint48 public immutable evilData;
    Venue[] private list;
    Venue[] private taxedList;

    /// @param name of the adapter's contract
    constructor(string memory name, DishonestPool evil_, uint48 evilData_) {
        (adapter, evil, evilData) = (Code.create(Code.built(name)), evil_, evilData_);
    }

    function venues() external view returns (Venue[] memory) {
        return list;
    }

    /// @return pools of a token with a fee on transfer: their own quotes do not hold
    function taxed() external view returns (Venue[] memory) {
        return taxedList;
    }

    function _add(Venue venue) internal {
        list.push(venue);
    }

    function _addTaxed(Venue venue) internal {
        taxedList.push(venue);
    }
}
