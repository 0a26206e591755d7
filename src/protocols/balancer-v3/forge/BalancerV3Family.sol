// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestBalancerV3} from "./DishonestBalancerV3.sol";
import {BalancerV3Venue} from "./BalancerV3Venue.sol";

contract BalancerV3Family is Family {
    constructor(Tokens memory t) Family("BalancerV3", new DishonestBalancerV3(t.a, t.b), 0) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new BalancerV3Venue(adapter, x, y, t.weth, false));
    }
}
