// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

contract DishonestStableSwap is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function swap(uint8, uint8, uint256, uint256, uint256) external returns (uint256) {
        return _trade(msg.sender);
    }
}
