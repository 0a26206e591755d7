// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Moves balances correctly and then returns `answer`: data that a strict caller has to tell apart.
contract OddToken {
    mapping(address => uint256) public balanceOf;
    bytes public answer;

    function setAnswer(bytes calldata bytes_) external {
        answer = bytes_;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        bytes memory answer_ = answer;
        assembly {
            return(add(answer_, 0x20), mload(answer_))
        }
    }
}
