// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestStableSwap} from "./DishonestStableSwap.sol";
import {StableSwapVenue} from "./StableSwapVenue.sol";

contract StableSwapFamily is Family {
    constructor(Tokens memory t) Family("StableSwap", new DishonestStableSwap(t.a, t.b), 0) {
        (address x, address y) = (address(t.a), address(t.b));
        _add(new StableSwapVenue(adapter, x, y, t.weth));
    }
}
