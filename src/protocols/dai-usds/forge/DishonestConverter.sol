// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

contract DishonestConverter is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function daiToUsds(address to, uint256) external {
        _trade(to);
    }

    function usdsToDai(address to, uint256) external {
        _trade(to);
    }
}
