// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

contract DishonestMaverick is DishonestPool {
    struct Params {
        uint256 amount;
        bool tokenAIn;
        bool exactOutput;
        int32 tickLimit;
    }

    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function getState() external pure returns (uint256[9] memory) {}

    function swap(address to, Params calldata, bytes calldata) external returns (uint256, uint256) {
        attempt();
        return (takes, _give(to));
    }
}
