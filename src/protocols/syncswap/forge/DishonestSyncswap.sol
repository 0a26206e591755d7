// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

contract DishonestSyncswap is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function vault() external view returns (address) {
        return address(this);
    }

    function deposit(address, address) external payable returns (uint256) {
        attempt();
        return 0;
    }

    function swap(bytes calldata asked, address, address, bytes calldata) external returns (address, uint256) {
        (, address to) = abi.decode(asked, (address, address));
        return (address(bought), _give(to));
    }
}
