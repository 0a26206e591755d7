// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Family, Tokens} from "../../../../contracts/forge/adapters/Family.sol";
import {DishonestWrapper, SharesToken} from "./DishonestWrapper.sol";
import {LidoVenue} from "./LidoVenue.sol";

contract LidoFamily is Family {
    constructor(Tokens memory t) Family("Lido", new DishonestWrapper(new SharesToken(), t.b), 0) {
        _add(new LidoVenue(adapter, t.weth, false));
    }
}
