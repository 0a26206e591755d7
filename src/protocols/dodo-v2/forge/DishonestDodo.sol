// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

contract DishonestDodo is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function sellBase(address to) external returns (uint256) {
        attempt();
        return _give(to);
    }

    function sellQuote(address to) external returns (uint256) {
        attempt();
        return _give(to);
    }
}
