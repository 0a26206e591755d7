// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestShares} from "./DishonestShares.sol";
import {Erc4626Venue} from "./Erc4626Venue.sol";

contract Erc4626Family is Family {
    constructor(Tokens memory t) Family("Erc4626", new DishonestShares(t.a, t.b), 0) {
        _add(new Erc4626Venue(adapter, address(t.a), t.weth));
    }
}
