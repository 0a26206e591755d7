// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestInfinity} from "./DishonestInfinity.sol";
import {InfinityVenue} from "./InfinityVenue.sol";

contract PancakeInfinityFamily is Family {
    constructor(Tokens memory t) Family("PancakeInfinity", new DishonestInfinity(t.a, t.b), 0) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new InfinityVenue(adapter, x, y, t.weth, 887220));
        _add(new InfinityVenue(adapter, t.weth, x, t.weth, 887220));
    }
}
