// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

contract DishonestTempoDex is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function swapExactAmountIn(address, address, uint128, uint128) external returns (uint128) {
        return uint128(_trade(msg.sender));
    }
}
