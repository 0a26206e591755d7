// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestBalancerV2} from "./DishonestBalancerV2.sol";
import {BalancerV2Venue} from "./BalancerV2Venue.sol";

contract BalancerV2Family is Family {
    constructor(Tokens memory t) Family("BalancerV2", new DishonestBalancerV2(t.a, t.b), 0) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new BalancerV2Venue(adapter, x, y, t.weth, false));
        _add(new BalancerV2Venue(adapter, x, y, t.weth, true));
    }
}
