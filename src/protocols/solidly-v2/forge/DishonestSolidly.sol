// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

contract DishonestSolidly is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function getAmountOut(uint256, address) external view returns (uint256) {
        return says;
    }

    function swap(uint256, uint256, address to, bytes calldata) external {
        attempt();
        _give(to);
    }
}
