// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

contract DishonestPsm is DishonestPool {
    uint256 public constant to18ConversionFactor = 1;
    uint256 public constant tout = 0;

    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function sellGem(address to, uint256) external returns (uint256) {
        return _trade(to);
    }

    function buyGem(address to, uint256) external returns (uint256) {
        return _trade(to);
    }
}
